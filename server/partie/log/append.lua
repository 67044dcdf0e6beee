-- Append one entry to a table's log, or return the reason why not. One call is one atomic step.
-- KEYS: the stream. ARGV: seq, mark, prev, format, body, not_before, not_after, at (each of these three or ''),
-- the table's channel of the change feed. The fields of all entries have one order: mark is value 4, at is value 8.
local log, seq, mark = KEYS[1], tonumber(ARGV[1]), ARGV[2]

local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local last, last_mark, last_at, archived = 0, '', 0, false
if newest then
  if newest[2][1] == 'buried' then return {'buried'} end
  archived = newest[2][1] == 'archived'
  last, last_mark, last_at = tonumber(string.match(newest[1], '^%d+')), newest[2][4], tonumber(newest[2][8])
  if archived then last = tonumber(newest[2][2]) end
end

-- An earlier attempt at this entry may have succeeded although its answer was lost. Attempts differ in the last four
-- digits of the mark; a healed entry is none, it must be that very one.
local same = ARGV[8] == '' and 12 or 16
local function is_there(there_mark)
  return string.sub(there_mark, 1, same) == string.sub(mark, 1, same)
end
if archived and last == seq and is_there(last_mark) then return {'appended', last_at, last_mark} end
if last >= seq then
  local there = redis.call('XRANGE', log, ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
  if there and is_there(there[2][4]) then return {'appended', tonumber(there[2][8]), there[2][4]} end
end
if last ~= seq - 1 or last_mark ~= ARGV[3] then return {'lost', last, last_mark} end
if archived then return {'buried'} end

local time = redis.call('TIME')
local now = math.max(time[1] * 1000 + math.floor(time[2] / 1000), last_at)
if ARGV[6] ~= '' and now < tonumber(ARGV[6]) then return {'not_now', now} end
if ARGV[7] ~= '' and now > tonumber(ARGV[7]) then return {'not_now', now} end
-- A healed entry keeps the timestamp that everybody saw.
if ARGV[8] ~= '' then now = math.max(tonumber(ARGV[8]), last_at) end

redis.call('XADD', log, ARGV[1] .. '-0',
  'f', ARGV[4], 'm', mark, 'p', ARGV[3], 'at', string.format('%.0f', now), 'b', ARGV[5])
-- From here on nothing may fail: an error would read as "not appended".
redis.pcall('PUBLISH', ARGV[9], ARGV[1])
return {'appended', now, mark}
