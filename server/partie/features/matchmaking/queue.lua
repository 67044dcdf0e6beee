-- Say who waits for company through this node, and let those play together who wait for the same.
-- KEYS: who waits; matches; in which match somebody is (three hashes of packed values).
-- ARGV: node, milliseconds for which a word holds, milliseconds for which a match is remembered, channel,
-- a fresh name for matches, and for each person that waits through this node: person, seek, since (0: from now on),
-- '1' if it is not to be matched now, wants (each begins with its number of seats), whom it does not want to meet.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local node, lifetime, keep, channel, name = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], ARGV[5]
local changed = false

local function all(key)
  local found, flat = {}, redis.call('HGETALL', key)
  for i = 1, #flat, 2 do found[flat[i]] = cmsgpack.unpack(flat[i + 1]) end
  return found
end
local waiting, matches, inside = all(KEYS[1]), all(KEYS[2]), all(KEYS[3])

for id, match in pairs(matches) do
  if match.at + keep < now then
    redis.call('HDEL', KEYS[2], id)
    for _, person in ipairs(match.persons) do
      if inside[person] and inside[person].match == id then
        redis.call('HDEL', KEYS[3], person)
        inside[person] = nil
      end
    end
    matches[id] = nil
  end
end

local mine = {}
for i = 6, #ARGV, 6 do
  local person, seek = ARGV[i], ARGV[i + 1]
  mine[person] = seek
  local known, said = inside[person], tonumber(ARGV[i + 2])
  if known and known.seek ~= seek then
    local match = matches[known.match]
    if match.table == '' then
      -- Of a match without its table nobody gets away: it answers the newest wish.
      if said == 0 then
        known.seek = seek
        redis.call('HSET', KEYS[3], person, cmsgpack.pack(known))
      end
    elseif said == 0 or said > match.at then
      -- With it, it is over for whoever asks for something new. An older wish of the same person is answered by it.
      redis.call('HDEL', KEYS[3], person)
      inside[person] = nil
      known = nil
    end
  end
  if not known then
    local before, since = waiting[person], said
    if since == 0 then since = now end
    local held = ARGV[i + 3] == '1'
    if before and before.seek == seek then
      since = math.min(since, before.since)
      changed = changed or before.held ~= held
    else
      -- Two nodes that repeat two wishes of one person in turn have nothing new to say.
      changed = changed or not before or said == 0
    end
    waiting[person] = {
      person = person, seek = seek, since = since, held = held, wants = ARGV[i + 4], shuns = ARGV[i + 5],
      node = node, till = now + lifetime,
    }
    redis.call('HSET', KEYS[1], person, cmsgpack.pack(waiting[person]))
  end
end
for person, one in pairs(waiting) do
  if inside[person] or one.till < now or (one.node == node and not mine[person]) then
    redis.call('HDEL', KEYS[1], person)
    waiting[person] = nil
    changed = true
  end
end

local line = {}
for _, one in pairs(waiting) do
  if not one.held then table.insert(line, one) end
end
table.sort(line, function(a, b) return a.since < b.since or (a.since == b.since and a.person < b.person) end)

-- Read once: people may shun hundreds.
local shunned = {}
for _, one in ipairs(line) do
  shunned[one.person] = {}
  for other in string.gmatch(one.shuns, '%S+') do
    if waiting[other] then shunned[one.person][other] = true end
  end
end
local function shun(a, b)
  return shunned[a.person][b.person] or shunned[b.person][a.person]
end
-- As many as the want has seats, the newest comer among them: before that there were not enough.
local function group(newest, before, seats)
  if #before + 1 < seats then return end
  local meets = {}
  for _, one in ipairs(before) do
    if waiting[one.person] and not shun(newest, one) then table.insert(meets, one) end
  end
  for first = 1, #meets - seats + 2 do
    local found = {newest}
    for i = first, #meets do
      if #found == seats then break end
      local fits = true
      for j = 2, #found do fits = fits and not shun(found[j], meets[i]) end
      if fits then table.insert(found, meets[i]) end
    end
    if #found == seats then return found end
  end
end

local before, made = {}, 0
for _, one in ipairs(line) do
  for want in string.gmatch(one.wants, '%S+') do
    before[want] = before[want] or {}
    local found = group(one, before[want], tonumber(string.match(want, '^%d+')))
    if found then
      made = made + 1
      local id = name .. '-' .. made
      local persons = {}
      table.sort(found, function(a, b) return a.since < b.since or (a.since == b.since and a.person < b.person) end)
      for _, other in ipairs(found) do
        table.insert(persons, other.person)
        waiting[other.person] = nil
        inside[other.person] = {match = id, seek = other.seek}
        redis.call('HDEL', KEYS[1], other.person)
        redis.call('HSET', KEYS[3], other.person, cmsgpack.pack(inside[other.person]))
      end
      matches[id] = {want = want, persons = persons, at = now, table = ''}
      redis.call('HSET', KEYS[2], id, cmsgpack.pack(matches[id]))
      changed = true
      break
    end
  end
  if waiting[one.person] then
    for want in string.gmatch(one.wants, '%S+') do table.insert(before[want], one) end
  end
end
if changed then redis.call('PUBLISH', channel, node) end

-- What this node has to know: matches without a table, those of its own people, and who waits for what.
local told, counts, since = {}, {}, {}
for id, match in pairs(matches) do
  local own = false
  for _, person in ipairs(match.persons) do
    own = own or (mine[person] and inside[person] and inside[person].match == id)
  end
  if match.table == '' or own then
    table.insert(told, {id, match.want, match.table, match.persons})
  end
end
for person, one in pairs(waiting) do
  if mine[person] then table.insert(since, {person, string.format('%d', one.since)}) end
  for want in string.gmatch(one.wants, '%S+') do counts[want] = (counts[want] or 0) + 1 end
end
local flat = {}
for want, count in pairs(counts) do table.insert(flat, {want, count}) end
return {told, flat, since}
