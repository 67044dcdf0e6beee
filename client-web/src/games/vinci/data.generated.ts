// What is printed on the components of Vinci, and its map. Made by `partie types`; do not edit by hand.

/** A civilization tile: its pieces, whether it stays as a ruin, and the figure of what it does. */
export interface Tile {
  colour: 'yellow' | 'red' | 'blue'
  population: number
  stays?: boolean
  /** A ruin is printed on it, but it leaves. */
  column?: boolean
  points?: number
  attack?: number
  defence?: number
  forts?: number
  levies?: number
  growth?: number
  /** Conquests a turn at the price of espionage. */
  spies?: number
  doubles?: boolean
  /** It is a second copy of the other tile, and brings twice that one's pieces. */
  copies?: boolean
}

export interface Printed {
  terrain: Terrain
  port?: boolean
  straits?: readonly Province[]
  /** Where pieces stand. */
  centre: readonly [number, number]
  /** The name, line by line, around the middle of its first line. */
  label: readonly [number, number]
  lines: readonly string[]
  /** The middle of the port or mine. */
  sign?: readonly [number, number]
  /** The arcs around it, from 1 on; negative ones are taken backwards. */
  ring: readonly number[]
}

export type Terrain = 'farmland' | 'pasture' | 'hills' | 'forest' | 'mountain'

export type TileName =
  | 'agriculture'
  | 'agriculture_ruin'
  | 'livestock'
  | 'livestock_ruin'
  | 'mining'
  | 'mining_ruin'
  | 'port'
  | 'port_ruin'
  | 'slavery'
  | 'currency'
  | 'weapons'
  | 'espionage'
  | 'fortification'
  | 'shipbuilding'
  | 'general'
  | 'militia'
  | 'mountaineers'
  | 'astronomy'
  | 'barbarians'
  | 'diplomacy'
  | 'heritage'
  | 'medicine'
  | 'messenger'
  | 'rebirth'
  | 'revolution'
  | 'specialization'

export type Province =
  | 'hibernia'
  | 'caledonia'
  | 'britannia'
  | 'lusitania'
  | 'castilla'
  | 'baetica'
  | 'tarraconensis'
  | 'pyrenaei'
  | 'armorica'
  | 'aquitania'
  | 'francia'
  | 'belgica'
  | 'burgundia'
  | 'provincia'
  | 'alpes'
  | 'padania'
  | 'apenninus'
  | 'magna_graecia'
  | 'sicilia'
  | 'saxonia'
  | 'suevia'
  | 'jutia'
  | 'hercynia'
  | 'norvegia'
  | 'svealand'
  | 'lapponia'
  | 'finnia'
  | 'polonia'
  | 'livonia'
  | 'novgorod'
  | 'muscovia'
  | 'uralia'
  | 'volga'
  | 'ruthenia'
  | 'scythia'
  | 'caucasus'
  | 'carpathia'
  | 'pannonia'
  | 'dacia'
  | 'illyria'
  | 'thracia'
  | 'hellas'
  | 'asia'
  | 'cappadocia'
  | 'syria'

export const TILES: Readonly<Record<TileName, Tile>> = {
  agriculture: { colour: 'yellow', population: 3, points: 1 },
  agriculture_ruin: { colour: 'yellow', population: 2, stays: true, points: 1 },
  livestock: { colour: 'yellow', population: 3, points: 1 },
  livestock_ruin: { colour: 'yellow', population: 2, stays: true, points: 1 },
  mining: { colour: 'yellow', population: 3, points: 2 },
  mining_ruin: { colour: 'yellow', population: 2, stays: true, points: 2 },
  port: { colour: 'yellow', population: 3, points: 1 },
  port_ruin: { colour: 'yellow', population: 2, stays: true, points: 1 },
  slavery: { colour: 'yellow', population: 4, points: 1 },
  currency: { colour: 'yellow', population: 1, points: 1 },
  weapons: { colour: 'red', population: 3, attack: 1 },
  espionage: { colour: 'red', population: 4, spies: 1 },
  fortification: { colour: 'red', population: 3, column: true, forts: 1 },
  shipbuilding: { colour: 'red', population: 4, attack: 1 },
  general: { colour: 'blue', population: 2, levies: 7 },
  militia: { colour: 'red', population: 3, defence: 1 },
  mountaineers: { colour: 'red', population: 4, points: 1, attack: 1 },
  astronomy: { colour: 'blue', population: 5 },
  barbarians: { colour: 'blue', population: 6 },
  diplomacy: { colour: 'blue', population: 4 },
  heritage: { colour: 'blue', population: 4, column: true },
  medicine: { colour: 'blue', population: 2, growth: 1 },
  messenger: { colour: 'blue', population: 5 },
  rebirth: { colour: 'blue', population: 3, column: true },
  revolution: { colour: 'blue', population: 4 },
  specialization: { colour: 'blue', population: 1, copies: true },
}

/** The tiles that are others at tables of version 1 of the rules. */
export const TILES_1: Readonly<Partial<Record<TileName, Tile>>> = {
  currency: { colour: 'yellow', population: 2, points: 3 },
  espionage: { colour: 'red', population: 4, attack: 2 },
  shipbuilding: { colour: 'red', population: 4, attack: 1 },
  general: { colour: 'red', population: 2, levies: 7 },
  mountaineers: { colour: 'red', population: 4, attack: 1, defence: 1 },
  heritage: { colour: 'blue', population: 4, column: true },
  specialization: { colour: 'blue', population: 0, doubles: true },
}

/** The terrains that are others there. */
export const TERRAINS_1: Readonly<Partial<Record<Province, Terrain>>> = {
  baetica: 'farmland',
}

/** How many tiles of each kind are in the box. */
export const BOX: Readonly<Record<TileName, number>> = {
  agriculture: 2,
  agriculture_ruin: 2,
  livestock: 2,
  livestock_ruin: 2,
  mining: 2,
  mining_ruin: 2,
  port: 2,
  port_ruin: 2,
  slavery: 2,
  currency: 2,
  weapons: 2,
  espionage: 2,
  fortification: 2,
  shipbuilding: 2,
  general: 2,
  militia: 2,
  mountaineers: 2,
  astronomy: 2,
  barbarians: 2,
  diplomacy: 2,
  heritage: 2,
  medicine: 2,
  messenger: 2,
  rebirth: 2,
  revolution: 2,
  specialization: 2,
}

/** Where the box is as its author meant it. */
export const BOX_MEANT: Readonly<Partial<Record<TileName, number>>> = {
  barbarians: 3,
  specialization: 1,
}

export const SIZE: readonly [number, number] = [1000, 700]

export const PROVINCES: Readonly<Record<Province, Printed>> = {
  hibernia: { terrain: 'pasture', port: true, straits: ['britannia', 'caledonia'], centre: [85, 251], label: [79, 278], lines: ['Hibernia'], sign: [115, 224], ring: [1] },
  caledonia: { terrain: 'mountain', straits: ['hibernia'], centre: [195, 124], label: [195, 151], lines: ['Caledonia'], ring: [2, 3] },
  britannia: { terrain: 'farmland', port: true, straits: ['armorica', 'belgica', 'hibernia'], centre: [227, 243], label: [227, 270], lines: ['Britannia'], sign: [261, 212], ring: [-3, 4] },
  lusitania: { terrain: 'pasture', port: true, centre: [89, 520], label: [83, 547], lines: ['Lusitania'], sign: [49, 480], ring: [5, 6, 7] },
  castilla: { terrain: 'hills', centre: [146, 564], label: [136, 591], lines: ['Castilla'], ring: [8, 9, -7, 10, 11, 12] },
  baetica: { terrain: 'forest', centre: [166, 634], label: [166, 661], lines: ['Baetica'], ring: [-5, -9, 13, 14] },
  tarraconensis: { terrain: 'hills', centre: [209, 584], label: [226, 611], lines: ['Tarraco-', 'nensis'], sign: [259, 562], ring: [-8, 15, 16, -13] },
  pyrenaei: { terrain: 'mountain', centre: [257, 518], label: [257, 545], lines: ['Pyrenaei'], ring: [17, 18, 19, -15, -12] },
  armorica: { terrain: 'forest', straits: ['britannia'], centre: [215, 388], label: [201, 415], lines: ['Armorica'], ring: [20, 21, 22] },
  aquitania: { terrain: 'hills', centre: [268, 454], label: [268, 481], lines: ['Aquitania'], ring: [23, -17, -11, 24, -21, 25, 26] },
  francia: { terrain: 'farmland', centre: [280, 380], label: [280, 407], lines: ['Francia'], ring: [27, 28, -25, -20, 29] },
  belgica: { terrain: 'pasture', port: true, straits: ['britannia'], centre: [356, 321], label: [356, 348], lines: ['Belgica'], sign: [322, 290], ring: [30, 31, 32, -27, 33] },
  burgundia: { terrain: 'hills', centre: [349, 412], label: [349, 439], lines: ['Burgundia'], ring: [34, 35, 36, -26, -28, -32] },
  provincia: { terrain: 'pasture', port: true, centre: [328, 502], label: [328, 529], lines: ['Provincia'], sign: [366, 481], ring: [37, -18, -23, -36, 38, 39] },
  alpes: { terrain: 'mountain', centre: [488, 437], label: [488, 464], lines: ['Alpes'], ring: [40, 41, 42, 43, -38, -35, 44] },
  padania: { terrain: 'farmland', centre: [451, 502], label: [451, 529], lines: ['Padania'], ring: [45, 46, 47, 48, -39, -43] },
  apenninus: { terrain: 'mountain', centre: [490, 570], label: [479, 597], lines: ['Apenninus'], ring: [49, -47, 50, 51] },
  magna_graecia: { terrain: 'pasture', straits: ['hellas', 'sicilia'], centre: [549, 596], label: [583, 642], lines: ['Magna', 'Graecia'], ring: [-51, 52] },
  sicilia: { terrain: 'farmland', port: true, straits: ['magna_graecia'], centre: [508, 656], label: [510, 684], lines: ['Sicilia'], sign: [472, 656], ring: [53] },
  saxonia: { terrain: 'forest', centre: [455, 306], label: [459, 336], lines: ['Saxonia'], ring: [54, 55, 56, 57, -30, 58, 59] },
  suevia: { terrain: 'hills', centre: [442, 378], label: [444, 408], lines: ['Suevia'], ring: [60, -44, -34, -31, -57] },
  jutia: { terrain: 'pasture', port: true, straits: ['svealand'], centre: [427, 236], label: [431, 266], lines: ['Jutia'], sign: [399, 198], ring: [61, -59] },
  hercynia: { terrain: 'mountain', centre: [531, 370], label: [535, 397], lines: ['Hercynia'], sign: [577, 358], ring: [-40, -60, -56, 62, 63, 64] },
  norvegia: { terrain: 'mountain', centre: [414, 90], label: [414, 117], lines: ['Norvegia'], ring: [65, 66, 67] },
  svealand: { terrain: 'forest', straits: ['jutia'], centre: [490, 121], label: [492, 151], lines: ['Svealand'], sign: [492, 79], ring: [68, 69, -66] },
  lapponia: { terrain: 'mountain', centre: [525, 32], label: [525, 59], lines: ['Lapponia'], ring: [70, 71, 72, 73, -68, -65] },
  finnia: { terrain: 'forest', centre: [659, 80], label: [659, 107], lines: ['Finnia'], ring: [-72, 74, 75, 76, 77] },
  polonia: { terrain: 'forest', centre: [588, 309], label: [580, 336], lines: ['Polonia'], sign: [626, 296], ring: [78, 79, 80, -62, -55] },
  livonia: { terrain: 'pasture', port: true, centre: [661, 262], label: [661, 289], lines: ['Livonia'], sign: [627, 237], ring: [81, 82, 83, -79, 84] },
  novgorod: { terrain: 'forest', centre: [739, 111], label: [739, 138], lines: ['Novgorod'], ring: [85, 86, -81, 87, -76, 88] },
  muscovia: { terrain: 'forest', centre: [828, 145], label: [828, 172], lines: ['Muscovia'], ring: [89, 90, -85, 91, 92, 93] },
  uralia: { terrain: 'mountain', centre: [933, 68], label: [933, 95], lines: ['Uralia'], sign: [899, 41], ring: [-92, 94, 95, 96, 97] },
  volga: { terrain: 'pasture', centre: [938, 266], label: [938, 293], lines: ['Volga'], ring: [98, 99, 100, -93, -97] },
  ruthenia: { terrain: 'farmland', centre: [735, 314], label: [735, 341], lines: ['Ruthenia'], ring: [-82, -86, -90, 101, 102, 103] },
  scythia: { terrain: 'pasture', centre: [839, 352], label: [839, 379], lines: ['Scythia'], ring: [-101, -89, -100, 104, 105] },
  caucasus: { terrain: 'mountain', centre: [945, 434], label: [945, 461], lines: ['Caucasus'], ring: [106, 107, -104, -99, 108, 109] },
  carpathia: { terrain: 'mountain', centre: [659, 367], label: [659, 394], lines: ['Carpathia'], ring: [-103, 110, 111, 112, -63, -80, -83] },
  pannonia: { terrain: 'farmland', centre: [592, 428], label: [592, 455], lines: ['Pannonia'], ring: [-112, 113, 114, -41, -64] },
  dacia: { terrain: 'hills', centre: [663, 450], label: [655, 477], lines: ['Dacia'], sign: [689, 422], ring: [115, 116, -113, -111, 117] },
  illyria: { terrain: 'mountain', centre: [600, 515], label: [600, 542], lines: ['Illyria'], ring: [-116, 118, 119, 120, -45, -42, -114] },
  thracia: { terrain: 'farmland', straits: ['asia'], centre: [676, 512], label: [676, 539], lines: ['Thracia'], ring: [121, -118, -115, 122] },
  hellas: { terrain: 'hills', port: true, straits: ['magna_graecia'], centre: [636, 585], label: [642, 612], lines: ['Hellas'], sign: [646, 626], ring: [-119, -121, 123] },
  asia: { terrain: 'hills', port: true, straits: ['thracia'], centre: [768, 577], label: [764, 609], lines: ['Asia'], sign: [730, 593], ring: [124, 125] },
  cappadocia: { terrain: 'mountain', centre: [836, 554], label: [852, 581], lines: ['Cappadocia'], sign: [882, 528], ring: [-124, 126, -106, 127, 128] },
  syria: { terrain: 'farmland', centre: [954, 626], label: [954, 653], lines: ['Syria'], ring: [129, 130, 131, -127, -109] },
}

/** The borders, each once: its first point and the steps to the next ones. */
export const ARCS: readonly string[] = [
  '62 290-4-1-4-3 0-5 1-7 0-7-2-7 0-8 1-6-1-6-2-6-4-6-4-6-5-7-4-7 1-7 4-7 4-8 3-7 4-5 4-3 6-1 7 1 8 3 6 5 7 5 6 3 5 3 4 4 3 6 3 6 5 7 5 6 2 5-1 6-1 7 0 7 1 8 1 7-2 6-3 5-4 6-4 6-6 4-8 1-9 2-8 0-6 0-6 1-3 0',
  '183 213-6-3-5-3-1-6 2-7 1-6-2-6-3-6-4-7-5-8-5-8-3-8-1-8 2-8 2-8 1-8 1-6 0-6 1-6 4-4 7-3 5-1 5-3 6-3 7-2 6-1 6 0 6 1 6 4 4 5 4 7 4 6 3 7 3 7 3 5 4 4 1 7-3 6-4 5-5 5-3 5-2 6 1 6 2 8 2 7',
  '230 179-5 7-5 6-6 3-6 1-8 0-7 1-5 5-5 11',
  '230 179 3 8 4 5 7 3 7 1 6 3 1 6-1 7 0 7 2 7 3 7 2 6 3 7 5 6 4 6 2 6-1 6-4 7-4 7-4 4-7 0-6 0-6 1-4 3-5 5-7 4-7 1-8 1-9 0-7-1-7 0-6-2-6-3-1-5 2-7 1-5-1-6 0-6 3-6 3-7 3-7 0-8-1-7-1-7 1-6-1-5-5-2',
  '109 588-3 9-3 6-5 6-8 9',
  '90 618-5-4-7-1-8 0-8 0-7-1-7-2-6-5-5-6-2-7 1-7 1-8 2-7 3-9 3-8 1-8 0-6-2-5-4-8-2-7 1-7 2-6 4-6 5-4 7-1 7-2 5-5 5-3 7-1 7-1 7-1 7 0 7 1 7 2 8 1 7 0 7 0',
  '138 486 5 8 2 6 0 6-3 6-4 7-4 7-5 6-6 7-5 6-5 4-5 2-5 2-1 5 0 8 2 8 1 8 4 6',
  '191 536-7 5-3 5-1 5 2 6 2 6-1 6-3 7-3 7-2 9-1 9',
  '174 601-5 1-7-1-8-1-8 0-8 1-7 0-6-3-3-5-6-4-7-1',
  '138 486 8 1 6-2 6-5 5-6 4-5 5-5 5-5 7-3 6 0 7 0 5-4',
  '202 452 6 9 3 7 1 6',
  '212 474-5 5-5 6-4 6-5 4-7 2-5 4 0 6 3 7 3 8 3 7 1 7',
  '174 601 8 1 6 4 4 6 4 6 4 5 6 2 8 3 10 3',
  '224 631-3 7-3 6-5 4-9 5-9 6-6 5-5 4-6 1-6 3-4 5-5 2-5-2-5-5-4-6-4-6-4-3-7 2-5 4-5 3-7 1-7 0-6-3-5-6-2-6-1-8 1-7 0-7-2-7-5-5',
  '191 536 8 2 8 0 5-2 7-2 8 0 7 2 6 4 6 6 9 7',
  '255 553-5 4-4 7-4 7-2 8 0 7 3 9 3 8 0 6-4 4-6 3-6 3-3 5-3 7',
  '212 474 8 4 6 4 6 3 6 0 7 1 7 1 6 3 7 2 8 2 7 0 7 2 10 2',
  '297 498-3 16',
  '294 514-6 1-3 6-1 5-3 6-4 6-5 5-6 3-6 2-5 5',
  '244 352-2 10-1 7-1 6 1 7-1 7-1 6 0 6 4 6',
  '243 407-3 8-4 3-7-1-7-2-7 1-9 4',
  '206 420-4-7-5-5-6-2-7 1-8 1-6 2-5 3-6 2-5-3-3-6-2-6-1-6 0-6 0-6-2-6-1-5 3-4 7-2 7-1 7-3 7-4 8-2 7-1 5 2 6 5 6 3 5-1 4-4 5-4 6-2 8-1 8 0',
  '310 470-5 12-4 9-4 7',
  '202 452 5-5 4-5 2-7-2-8-5-7',
  '243 407 7 1 5 2 5 3 7 3 7 1 7-1 7 1 6 0 7 0',
  '301 417 6 6 3 6-2 6-1 7 0 7 0 5 0 6 0 5 3 5',
  '314 336 13 11 6 9 5 7 6 6',
  '344 369-5 6-6 3-5 2-6 3-5 5-3 7-4 7-4 7-5 8',
  '244 352 8 0 6-1 6-2 6-4 6-4 6-1 8-1 7 1 7 0 8 0 2-4',
  '392 285 6 8 0 6-3 5 0 7 1 7 1 6-2 6-1 5',
  '394 335-4 7-4 6-5 7-5 7-4 7',
  '372 369-9-3-7 0-5 1-7 2',
  '314 336 2-4-3-8 1-10 5-9 6-8 5-9 4-8 6-4 8 0 8 0 7 0 7 0 6 4 4 6 6 3 6-4',
  '372 369 2 8 4 7 3 6 3 6 3 6 3 6 2 7',
  '392 415-4 7-4 7-5 7-4 7-2 7 1 7 1 7 1 6',
  '376 470-5 1-6 1-6 3-6 4-6 2-6-2-7-4-7-3-8-1-9-1',
  '394 523-7-1-7 2-8 2-7-1-9 0-8 0-6 3-4 5-6 3-6 0-7-1-5-4-4-8-5-6-5-4-6 1',
  '376 470 5 7 4 7 4 6',
  '389 490 1 6 1 8 2 8 1 11',
  '489 401 10 3 8 1 6 3 5 6 6 6',
  '524 420-2 7-2 7 0 7 2 7 3 10',
  '525 458-7 5-6 6',
  '512 469-6 0-8 0-8-1-7 0-6 1-7 1-9 1-8 1-8 0-8 1-7 0-7 2-6 3-4 6-6 3-8 0-10 3',
  '392 415 8 2 8 1 8 0 8 0 7 0 6 1 6 0 8 0 8 0 5-3 4-5 6-4 7-3 8-3',
  '512 469 7 6 4 6 1 6 2 12',
  '526 499-5-1-3 5-4 4-6 3-6 3-5 4-3 6',
  '494 523-10 0-6 3-5 4-7 2-8 2-8 7',
  '450 541-7-3-6-2-5-5-4-6-5-2-6 0-7 1-8-1-8 0',
  '520 603-5-5-5-7-5-3-7 0-7 1-8 1-7-1-4-3-2-6-4-4-5-2-3-3 0-6 1-7 0-6-3-7-6-4',
  '494 523-2 7 2 6 3 7 4 7 6 4 7 1 7-3 5-1 5 3 2 6-1 6 3 4',
  '535 570-9 9 0 6 1 6-1 6-6 6',
  '535 570 2 4 7 0 7 1 6 2 6 3 5 6 5 7 5 6 3 6 3 5 2 6 0 6-5 4-8 2-7 0-6-3-5-5-5-3-7-1-6-1-5-3-6-3-6-6',
  '521 634 2 3 5 7 4 8 3 7 4 5 3 6-1 4-5 4-6 2-8 1-8-1-9 0-9 0-8 0-7 0-5-2-4-5-2-5 3-6 4-6 4-6 5-5 3-7 4-6 5-4 7-2 8 1 6 4 2 3',
  '472 260 3 6 4 5 5 0',
  '484 271 1 14 4 8 5 6 2 6 0 6-2 7-2 9',
  '492 327-7 4-4 4-1 6-1 9',
  '479 350-9-1-6-2-4-4-5-3-7-1-7 0-7 0-7 2-6 3-6 1-6-3-7-4-8-3',
  '392 285 7-3 6-4 6-2 2-5',
  '413 271 10 4 8 2 7-1 6-3 5-4 7-3 7-2 9-4',
  '479 350 2 6 2 6 3 7 2 7 0 8-1 5 1 6 1 6',
  '413 271 2-5-3-7-4-6-4-6-4-7-3-6-4-6-3-7 0-7 5-4 6-1 6-2 5-4 4-3 5 1 7 3 6 0 6-2 6-2 5 3 1 6-2 6 0 5 4 3 7 1 5 4 1 4-1 7 0 7 2 8 4 6',
  '492 327 7 1 7-1 7 0 7 0 7 0 7 1 8 0 9 0 7 2 5 5 6 4 5 5 6 5 7 5',
  '587 354 4 8 4 8 4 10',
  '599 380-8 5-6 5-6 3-7 1-5 2-3 6-6 3-6 1-6 2-5 3-5 3-6 3-6 3',
  '444 9 5 9 2 6 2 4 3 5 5 5 5 5 4 6 2 7 1 8',
  '473 64-6 3-5 2-2 5 0 8 0 8-3 6-3 6-3 7-4 6-3 7-1 6 2 8 3 12',
  '448 148-7 0-6 5-6 3-7 2-6 0-6 2-6 3-5 4-5 2-6-3-4-4-5-3-7-1-5-3-3-5-3-6 0-7 1-7-1-7-3-6-1-7 3-8 5-7 5-7 3-7 3-7 3-5 3-6 4-5 6-7 5-6 6-5 6-2 7-3 8-3 6-4 5-5 4-6 5-8',
  '473 64 8 2 9 0 9 0 9-1 8 1 7 1 4 3 3 5 7 6',
  '537 81-4 7-1 6 1 6 1 7 0 6-2 7 1 7 1 8 1 7-2 6-1 7 0 8 0 8-3 8-5 7-5 6-5 4-8 0-8-2-5-2-5-3-5-5-6-3-7 0-8 1-6-2-1-6 3-8 1-7-1-6-4-5-6 0',
  '444 9 5-9',
  '449 0 193 0',
  '642 0 3 11 1 7-1 6-5 6-4 6-4 7-3 7-3 7-2 6-2 5-4 7-10 7',
  '608 82 0-6-4-6-5-4-8 0-8 0-9 0-7 0-8-1-9 0-6 3-4 7-3 6',
  '642 0 31 0',
  '673 0-3 9 1 6 5 4 6 4 4 6 3 7 4 7 5 5 6 1',
  '704 49 1 12 0 7-1 7-3 7-3 8-2 7-3 7-4 5-5 6-3 7-1 11',
  '680 133-7 2-6 4-5 4-7 2-5 3-5 3-5 4-7 3-8 1-7-1-8-2-5-4-3-5-2-6 1-6 2-7 3-7 2-7 0-6-2-6 0-7 3-7-1-6',
  '484 271 6 0 4-5 6-4 7-1 7 0 7 0 7 1 7 0 7 0 8-1 7-3 6-5 6-2 4 2 5 5 6 4 6 1 5 3 5 5 4 2 4-5',
  '608 268 6 11 6 7 5 6 4 5 6 4 5 3 4 3 2 4',
  '646 311-6 7-5 6-6 4-7 4-6 6-4 6-5 5-6 2-7 1-7 2',
  '694 190 5 15 2 9 2 6 5 4 7 3 7 7',
  '722 234-4 6-4 5-3 6-4 7-3 6-4 7-2 7-5 6-5 7-4 8-3 8-2 9',
  '679 316-7 0-8 0-9-2-9-3',
  '608 268 4-4 5-6 4-6 5-6 4-5 3-6 0-7-3-7-1-6 2-6 3-7 3-7 5-5 6-3 5 2 5 4 5 3 6-3 6-5 7 0 7 3 5-1',
  '791 102-3 12-4 8-3 8-2 7 1 7 2 6 4 6 1 5 0 6-2 7-3 5-4 7-5 6-3 6 0 5 2 7 0 7-4 6-5 2-6 2-6 4-7 5',
  '744 236-7-2-7 0-8 0',
  '694 190 4-2 0-6 0-7 0-7-1-7-1-6 2-5 3-7-1-6-5-4-7-1-8 1',
  '704 49 7 1 7 0 8 0 8 2 8 1 9 1 6 4 5 5 5 6 4 7 4 8 4 9 5 7 7 2',
  '863 262-6 0-6 0-6 2-6 4-5 4-5 3-7 1-8 2-9 2-8 4-9 6',
  '788 290-5-1-6-1-5-4-4-5-5-7-4-8-3-8-4-7-4-7-4-6',
  '791 102 7 2 7-1 5-3 5-5 5-4 6-2 6-2 6-4 5-7',
  '843 76 7 6 6 6 5 4 6 2 5 2 3 4 4 8 3 7 4 7 4 8',
  '890 130-6 7-4 6-2 6-3 7-5 6-4 6-4 5-4 6-2 7 1 10 4 9 3 8 0 6-4 7-2 6 1 4 4 4 3 4 2 6-1 6-4 6',
  '843 76 4-6 3-7 3-7 3-7 4-7 3-6 4-7 5-7 4-7 5-7 5-8',
  '886 0 114 0',
  '1000 0 0 201',
  '1000 201-6-1-7 0-7 1-7 3-5 2-4-2-4-5-6-2-6 0-6-3-4-7-2-7-4-8-5-7-4-6-6-4-6-1-5-3-4-5-3-6-4-6-5-4',
  '1000 201 0 138',
  '1000 339-11-1-10 1-9 1-7 2-6 2-4 4-4 2-5-3-4-3-4-2-6 2-6 3-7 3-5 2-4 1',
  '908 353-7-5-5-6-3-6-4-5-5-3-7-2-5-4-2-5 3-6 3-7 3-7 0-6-3-6-3-7-5-8-5-8',
  '788 290-1 8-2 7 0 7 3 6 4 7 3 6-1 7-3 9-5 8-4 7-3 8-1 9',
  '778 379-7 0-8 1-9 1-8 0-8-1-7-1-5 4',
  '726 383-8-7-4-6-3-7-4-7-4-7-5-7-3-7-3-6-4-5-4-5-5-3',
  '908 353-1 9 0 8 0 6-2 7-2 7-4 6-5 5-4 5-3 7-4 7-5 7-7 11',
  '871 438-8-6-7-4-6-5-6-6-4-7-4-6-4-5-7-4-6-1-6 0-7-1-5-4-5-5-5-3-6-1-7-1',
  '939 528-7-3-6-3-6-4-4-7-6-4-8-2-13-1',
  '889 504 2-6-1-6-3-5-2-6 0-7 2-8 1-7-4-7-6-8-7-6',
  '1000 339 0 172',
  '1000 511-11-1-9 1-8 3-8 4-8 4-8 2-9 4',
  '726 383-5 4-5 6-3 7 0 6',
  '713 406-11 1-7 3-5 4-5 3-6 1-7-1-7 0-8 0-8 0-7 0-7 0',
  '635 417-3-8-5-6-5-4-6-4-5-3-5-3-4-5-3-4',
  '635 417-3 8-1 8-1 8-2 6-3 6-3 7-3 7',
  '619 467-6 5-5 6-6 3-5-1-5-5-4-6-4-5-4-3-6 2-7 2-7 2-7 0-6-1-6-4-6-4-6 0-4 0',
  '721 475-12-3-8-1-7 0-6 3-5 4-5 4-6 1-8 0-8 0-5 4-4 5-5 6',
  '642 498-5-4-4-6-5-7-4-7-5-7',
  '713 406-1 6 2 7 2 9 3 7 1 7-2 7 1 7 3 6 0 6-1 7',
  '642 498-3 9-3 8-1 6 1 6 0 6-1 8-1 10',
  '634 551-7 1-6-1-7-1-8 1-12 4',
  '594 555-5-5-8-2-6-4-5-6-5-3-6-2-5-2-4-4-1-7-2-6-4-5-5-4-7-5-5-1',
  '667 564-10-6-5-6-5-3-6 1-7 1',
  '721 475-1 6 3 6 3 6 3 6 0 6-1 6 0 7 1 7 1 6-1 5-3 4-6 2-7 3-5 2-5 1-5-2-5-3-6-2-6 2-5 4-4 4-4 6-1 7',
  '667 564-1 8 4 7 4 6 4 7 3 7 3 6 0 6-3 7-4 7-4 6-5 5-5 3-7 1-7-1-7-3-4-6-3-6-4-6-6-4-6-1-7-3-5-6-3-5-3-6-2-6 0-7 2-7 1-7-3-6-5-5',
  '796 536 3 9 3 7 2 7-1 7 1 6 2 7 3 12',
  '809 591-6 2-2 6 1 6 1 7-2 6-4 5-4 6-5 6-5 5-7 2-7 1-8 0-7 0-8 1-8-2-6-4-4-6-2-7 0-7 2-6 3-7 3-7 0-6-2-7-2-7-3-6-3-5-3-5 0-3 5-3 8-3 6-5 5-6 5-4 5-2 8 0 10 0 9 0 8 1 6-1',
  '796 536 6-2 6-5 6-3 7-1 7-2 6-1 7-1 8-1 7-3 6-4 6-2 7 0 6 1 6-2 2-6',
  '939 528-1 6-3 5-3 7-4 6-4 5-4 7-4 7-8 10',
  '908 581-6-5-8-2-7-1-7 0-7 2-4 4-3 5-5 2-7 1-7 3-5 5-6 3-6-1-4-5-4-3-7 0-6 2',
  '1000 511 0 189',
  '1000 700-21 0',
  '979 700-4-7-4-6-5-5-6-2-6-1-6-1-5-3-5-3-5-4-6-2-7-2-9 0-8 1-7-2-4-4-2-7 1-8 3-7 6-8 4-7 4-5 2-6 3-6 4-6 1-7-3-6-7-5',
]

/** Where one sea ends and the next begins, likewise. */
export const SEA_LINES: readonly string[] = [
  '89 481-1-10 7-5-1-7 7-9-2-4 8-8 1-4-7-6-1-6-5-5 1-8 3-2 3-12-7-5 1-10 4-3 2-12-5-4-1-3 5-9-1-4 9-8 0-4 11-9 0-6 5-5 8 1 6-5 9 5 6-4 9 4 8-7 9 11 3-1 5-16',
  '162 681-1 9 4 5-1 5',
  '197 78 1-13 7-5 0-5-9-8-1-3 13-5 2-8 6-5-3-7-5-4-3-15',
  '272 288 7 2 2 4 9 7 6-1 1-5 10-10 6 3 2 10 3 3',
  '274 544 6 4 1 10 8 6-5 11 15 5 3-3 8 1 3 12 4 2 5-7 13 5 6-8 0-2 3-4 11 2 6-4 8 5-2 11 14 2 5-6 0-9 2-1 13 3 7-6 7 6-2 11 14 3-1 3 7 9-3 9 4 3 16-2 1 0 13-7 1-3 6-3 0-12',
  '446 196-1-7 8-7',
  '559 700 1-5 7-3 0-11 8-3-4-13-6-1-3-10-4-3 0-7 10-5-1-8',
  '588 615 8-2 9 5 7-5',
  '730 531 19 4',
]

/** The straits, from coast to coast. */
export const STRAITS: readonly (readonly [number, number, number, number])[] = [
  [234, 348, 229, 303],
  [744, 541, 732, 538],
  [312, 313, 272, 288],
  [179, 267, 122, 263],
  [169, 209, 124, 225],
  [603, 599, 582, 604],
  [455, 199, 462, 187],
  [523, 610, 517, 625],
]

/** The names of the seas: where, and how far turned. */
export const SEA_NAMES: readonly (readonly [string, number, number, number])[] = [
  ['Oceanus Atlanticus', 30, 395, -90],
  ['Mare', 158, 437, 0],
  ['Cantabricum', 158, 456, 0],
  ['Mare Germanicum', 322, 168, -66],
  ['Mare Balticum', 565, 205, 0],
  ['Mare Ligusticum', 352, 557, 0],
  ['Mare Internum', 330, 640, 0],
  ['Adriaticum', 552, 549, 44],
  ['Mare Orientale', 740, 668, 0],
  ['Mare Album', 775, 44, 0],
  ['Pontus Euxinus', 798, 450, 0],
]
