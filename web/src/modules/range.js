// A line or a range of lines as it stands in an address: #L42, #L42-L48; others write #L42-48, or columns behind (#L42C3-L48C9).

// {first, last}, or null.
export function read(hash) {
    const found = hash.match(/^#?L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$/);
    if (found === null) return null;
    const [one, other] = [Number(found[1]), Number(found[2] ?? found[1])];
    if (one < 1 || other < 1) return null;
    return { first: Math.min(one, other), last: Math.max(one, other) };
}

export const write = ({ first, last }) => (first === last ? `#L${first}` : `#L${first}-L${last}`);

// As people type it: "42", "42-45", "L42".
export const readTyped = (text) => read(`L${text.trim().replace(/^#?L/i, "").replace(/\s*[-–]\s*L?/i, "-")}`);

// With another line: from where the range began to there.
export const extend = (range, line) => (range === null ? { first: line, last: line } : { first: Math.min(range.first, line), last: Math.max(range.first, line) });
