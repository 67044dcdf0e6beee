-- Store a report, unless there is an open one of the same message. Returns whether it was stored.
-- KEYS: the stream. ARGV: maximum number of reports, then the fields: table, room, number, person who reports.
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local there = entry[2]
  if there[2] == ARGV[3] and there[4] == ARGV[5] and there[6] == ARGV[7] then return 0 end
end
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[1], '*', unpack(ARGV, 2))
return 1
