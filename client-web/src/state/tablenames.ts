/** The names of tables; those with the same name get a number. */

// Winds, stars, mountains, islands and rivers: names that are the same in every language. Many, so that two tables
// in one list are seldom called alike.
const NAMES = [
  'Mistral Bora Passat Monsun Levante Zephyr Boreas Tramontana Scirocco Meltemi Notus Ostro Libeccio Ponente Grecale',
  'Habagat Amihan Pampero Chinook Zonda Puelche Sirius Wega Atair Deneb Arktur Spica Kapella Rigel Mira Algol Mizar',
  'Alkor Antares Regulus Kastor Pollux Prokyon Aldebaran Bellatrix Menkar Hamal Alphard Alioth Dubhe Merak Kochab',
  'Etamin Schedar Mirach Alamak Sadr Albireo Tarazed Nunki Shaula Avior Canopus Achernar Fomalhaut Enif Markab Scheat',
  'Denali Elbrus Ararat Etna Hekla Katla Askja Olymp Parnass Helikon Pelion Athos Triglav Rigi Pilatus Eiger Ortler',
  'Watzmann Brocken Arber Rysy Snowdon Nevis Cuillin Lochnagar Schiehallion Kailash Nanda Annapurna Lhotse Makalu',
  'Skye Jura Islay Mull Iona Rum Eigg Muck Arran Bute Tiree Coll Barra Uist Harris Lewis Rona Unst Yell Fetlar Foula',
  'Samos Naxos Paros Delos Milos Tinos Syros Chios Lesbos Lemnos Thasos Ithaka Korfu Elba Capri Ischia Gozo Gotland',
  'Spey Tay Tweed Forth Clyde Dee Don Ness Lena Ob Wolga Newa Memel Oder Havel Spree Isar Inn Lech Iller Saale Aare',
  'Reuss Ticino Adda Arno Tiber Tejo Duero Ebro Loire Rhone Seine Marne Maas Yukon Orinoco Parana Sambesi Okavango',
]
  .join(' ')
  .split(' ')

/** A name to call a table by, made of its id. */
export function tableName(table: string): string {
  return NAMES[hashOf(table) % NAMES.length] ?? table
}

/** The names of tables or persons, by their ids: namesakes have a number behind the name, which stays theirs. */
export function toldApart(ids: Iterable<string>, nameOf: (id: string) => string): ReadonlyMap<string, string> {
  const names = new Map([...new Set(ids)].map((id): [string, string] => [id, nameOf(id)]))
  const taken = new Set<string>()
  const twice = new Set<string>()
  for (const name of names.values()) (taken.has(name) ? twice : taken).add(name)
  for (const [id, name] of names) {
    if (!twice.has(name)) continue
    let number = Math.floor(hashOf(id) / NAMES.length)
    while (taken.has(numbered(name, number))) number += 1
    taken.add(numbered(name, number))
    names.set(id, numbered(name, number))
  }
  return names
}

function numbered(name: string, number: number): string {
  return `${name} ${10 + (number % 90)}`
}

function hashOf(text: string): number {
  let hash = 0
  for (const sign of text) hash = (hash * 31 + sign.charCodeAt(0)) >>> 0
  return hash
}
