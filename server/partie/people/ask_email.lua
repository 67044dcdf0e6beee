-- Store the link that confirms the email address of an account, in place of an earlier one.
-- KEYS: the record, the link. ARGV: the address, the hash of the token, milliseconds until when it is valid, seconds.
if redis.call('HGET', KEYS[1], 'mail') ~= ARGV[1] then return end
redis.call('HSET', KEYS[2], 'mail', ARGV[1], 'token', ARGV[2], 'until', ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[4])
