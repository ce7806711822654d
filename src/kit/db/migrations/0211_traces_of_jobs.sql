-- What has put a job, where that is traced ([tracing]): the traceparent of the request, to which the job's trace is linked.
ALTER TABLE job ADD COLUMN trace TEXT NOT NULL DEFAULT '';
