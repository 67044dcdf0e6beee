-- Replace a table's log, snapshot and archive by a tombstone: an entry with an id below all ids of a log.
redis.call('DEL', unpack(KEYS))
redis.call('XADD', KEYS[1], '0-1', 'buried', '1')
return redis.status_reply('OK')
