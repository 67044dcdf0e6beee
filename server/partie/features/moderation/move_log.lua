-- Move the log of acts from the key of earlier versions to its own, if there is anything to move.
-- KEYS: the old key, the new one. A node of an earlier version may write to the old one after the first move.
local kind = redis.call('TYPE', KEYS[1])
if (kind.ok or kind) ~= 'stream' then return 0 end
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('RENAME', KEYS[1], KEYS[2])
  return 1
end
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  redis.call('XADD', KEYS[2], '*', unpack(entry[2]))
end
redis.call('DEL', KEYS[1])
return 1
