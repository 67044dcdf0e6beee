-- Replace a table's log and snapshot by a tombstone: an entry below all that a log can hold.
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('XADD', KEYS[1], '0-1', 'buried', '1')
return redis.status_reply('OK')
