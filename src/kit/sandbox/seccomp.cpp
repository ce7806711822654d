#include "sandbox/seccomp.hpp"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sandbox/sanitized.hpp"

namespace cairn::sandbox {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t machine = AUDIT_ARCH_RISCV64;
#else
constexpr std::uint32_t machine = 0;
#endif

constexpr std::uint32_t refuse(int error) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error); }

using Steps = std::vector<sock_filter>;

void add(Steps& steps, int code, std::uint32_t value, std::size_t if_true = 0, std::size_t if_false = 0)
{
    steps.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
                     static_cast<std::uint8_t>(if_false), value});
}
void load(Steps& steps, std::size_t offset)
{
    add(steps, BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
void answer(Steps& steps, std::uint32_t value) { add(steps, BPF_RET | BPF_K, value); }

// What is answered to which call. A call is looked up by halves: the kernel goes through the program for each call that
// there is when a process gets it, which a plain list would make the dearest part of starting one.
class Program {
public:
    void on(std::initializer_list<long> calls, std::uint32_t then)
    {
        for (const long call : calls) answer(answers_[static_cast<std::uint32_t>(call)], then);
    }

    // By whether the call's argument has one of the bits.
    void on_bits(long call, std::size_t argument, std::uint32_t bits, std::uint32_t with, std::uint32_t without)
    {
        auto& steps = answers_[static_cast<std::uint32_t>(call)];
        load(steps, offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
        add(steps, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
        answer(steps, with);
        answer(steps, without);
    }

    // Calls by the numbers of another machine's ABI, whose meaning would be another one, are answered with `foreign`.
    Steps finish(std::uint32_t otherwise, std::uint32_t foreign) const
    {
        Steps steps;
        load(steps, offsetof(seccomp_data, arch));
        add(steps, BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
        answer(steps, foreign);
        load(steps, offsetof(seccomp_data, nr));
#if defined(__x86_64__)
        add(steps, BPF_JMP | BPF_JGE | BPF_K, 0x4000'0000, 0, 1); // x32
        answer(steps, foreign);
#endif
        const std::vector<std::pair<std::uint32_t, Steps>> sorted(answers_.begin(), answers_.end());
        const auto search = among(sorted, otherwise);
        steps.insert(steps.end(), search.begin(), search.end());
        return steps;
    }

private:
    using Answers = std::span<const std::pair<std::uint32_t, Steps>>;

    static Steps among(Answers answers, std::uint32_t otherwise)
    {
        Steps steps;
        if (answers.size() <= 2) {
            for (const auto& [call, then] : answers) {
                add(steps, BPF_JMP | BPF_JEQ | BPF_K, call, 0, then.size());
                steps.insert(steps.end(), then.begin(), then.end());
            }
            answer(steps, otherwise);
            return steps;
        }
        const auto middle = answers.size() / 2;
        const auto lower = among(answers.first(middle), otherwise);
        const auto upper = among(answers.subspan(middle), otherwise);
        if (lower.size() > 255) throw std::logic_error("a jump that is too far"); // a step has a byte for it
        add(steps, BPF_JMP | BPF_JGE | BPF_K, answers[middle].first, lower.size(), 0);
        steps.insert(steps.end(), lower.begin(), lower.end());
        steps.insert(steps.end(), upper.begin(), upper.end());
        return steps;
    }

    std::map<std::uint32_t, Steps> answers_;
};

Steps for_codecs()
{
    // A sanitizer asks for more than this on its way to say what is wrong.
    constexpr auto otherwise = is_sanitized ? refuse(EPERM) : SECCOMP_RET_KILL_PROCESS;
    Program program;
    program.on({SYS_read,      SYS_write,          SYS_readv,        SYS_writev,        SYS_recvfrom,
                SYS_sendto,    SYS_close,          SYS_brk,          SYS_munmap,        SYS_mremap,
                SYS_madvise,   SYS_futex,          SYS_setitimer,    SYS_clock_gettime, SYS_gettimeofday,
                SYS_getrandom, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn,  SYS_restart_syscall,
                SYS_getpid,    SYS_gettid,         SYS_sched_yield,  SYS_exit,          SYS_exit_group},
               SECCOMP_RET_ALLOW);
    program.on_bits(SYS_mmap, 2, PROT_EXEC, refuse(EPERM), SECCOMP_RET_ALLOW);
    program.on_bits(SYS_mprotect, 2, PROT_EXEC, refuse(EPERM), SECCOMP_RET_ALLOW);
    // What libraries try in passing, and go on without: a file of settings, how many processors there are. An abort()
    // that cannot raise its signal ends the process otherwise; whoever can raise one could raise it in the server.
    program.on({SYS_openat, SYS_newfstatat, SYS_fstat, SYS_readlinkat, SYS_faccessat, SYS_lseek, SYS_ioctl,
                SYS_prlimit64, SYS_sched_getaffinity, SYS_sysinfo, SYS_uname, SYS_prctl, SYS_tgkill},
               refuse(EACCES));
#if defined(__x86_64__)
    program.on({SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink}, refuse(EACCES));
#endif
    return program.finish(otherwise, SECCOMP_RET_KILL_PROCESS);
}

Steps for_programs(bool network)
{
    constexpr auto no = refuse(EPERM);
    Program program;
    // Other processes, the kernel, its clock and its devices, and mounts: for administrators and debuggers.
    program.on({SYS_ptrace,
                SYS_process_vm_readv,
                SYS_process_vm_writev,
                SYS_kcmp,
                SYS_pidfd_getfd,
                SYS_process_madvise,
                SYS_bpf,
                SYS_perf_event_open,
                SYS_userfaultfd,
                SYS_io_uring_setup,
                SYS_io_uring_enter,
                SYS_io_uring_register,
                SYS_keyctl,
                SYS_add_key,
                SYS_request_key,
                SYS_kexec_load,
                SYS_init_module,
                SYS_finit_module,
                SYS_delete_module,
                SYS_reboot,
                SYS_syslog,
                SYS_acct,
                SYS_swapon,
                SYS_swapoff,
                SYS_quotactl,
                SYS_mount,
                SYS_umount2,
                SYS_pivot_root,
                SYS_chroot,
                SYS_move_mount,
                SYS_open_tree,
                SYS_fsopen,
                SYS_fsconfig,
                SYS_fsmount,
                SYS_fspick,
                SYS_mount_setattr,
                SYS_open_by_handle_at,
                SYS_fanotify_init,
                SYS_unshare,
                SYS_setns,
                SYS_sethostname,
                SYS_setdomainname,
                SYS_settimeofday,
                SYS_clock_settime,
                SYS_clock_adjtime,
                SYS_adjtimex,
                SYS_personality,
                SYS_vhangup,
                SYS_lookup_dcookie},
               no);
#if defined(__x86_64__)
    program.on({SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_kexec_file_load, SYS_uselib, SYS__sysctl}, no);
#endif
    // A new process is one of the same world. Of the newer call the flags cannot be seen; who gets this takes the
    // older.
    constexpr std::uint32_t new_world =
        CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    program.on_bits(SYS_clone, 0, new_world, no, SECCOMP_RET_ALLOW);
    program.on({SYS_clone3}, refuse(ENOSYS));
    if (!network) program.on({SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4}, refuse(EACCES));
    return program.finish(SECCOMP_RET_ALLOW, no);
}

} // namespace

Filter filter_of_codecs()
{
    static const auto made = for_codecs();
    return machine == 0 ? Filter{} : Filter(made);
}

Filter filter_of_programs(bool network)
{
    static const auto with = for_programs(true);
    static const auto without = for_programs(false);
    if (machine == 0) return {};
    return network ? Filter(with) : Filter(without);
}

bool kernel_has_seccomp()
{
    // Asked for an action, it says whether it knows it.
    static const bool has = [] {
        const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
        return machine != 0 && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
    }();
    return has;
}

bool install(Filter filter) noexcept
{
    const sock_fprog program{.len = static_cast<unsigned short>(filter.size()),
                             .filter = const_cast<sock_filter*>(filter.data())}; // NOLINT: the kernel copies it
    // All threads, should there be more than this one. Older kernels slow a process down that has a filter, unless told
    // that it is none of many scripts of strangers.
    constexpr auto flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0;
}

} // namespace cairn::sandbox
