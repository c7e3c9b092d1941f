# Writes which line of a repository called which method of it, while its own tests run:
#   TRACE_ROOT=REPOSITORY TRACE_OUT=FILE ruby -r ./bench/executed/trace.rb … test/some_test.rb
# A row: path:line of the call, the name it was called by, the method's own name, path:line of the method; divided by tabs.
TRACE_ROOT = "#{File.realpath(ENV.fetch('TRACE_ROOT'))}/"
TRACED = {}
tracer = TracePoint.new(:call) do |point|
  next unless point.path.start_with?(TRACE_ROOT)

  from = caller_locations(2, 1)&.first
  path = from && (from.absolute_path || from.path)
  next unless path&.start_with?(TRACE_ROOT)

  site = "#{path.delete_prefix(TRACE_ROOT)}:#{from.lineno}"
  target = "#{point.path.delete_prefix(TRACE_ROOT)}:#{point.lineno}"
  TRACED[[site, point.callee_id, point.method_id, target].join("\t")] = true
end
tracer.enable
at_exit do
  tracer.disable
  File.open(ENV.fetch('TRACE_OUT'), 'a') { |out| TRACED.each_key { |row| out.puts(row) } }
end
