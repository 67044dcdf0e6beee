import { expect, test } from 'vitest'
import { ARCS, PROVINCES, TERRAINS_1, TILES, TILES_1, type Province, type TileName } from '../../data.generated'
import { effectOf, PICTURES, pictureOf } from '../../art/pictures'
import { empiresOf } from './empires'
import { called } from './find'
import { byCost, led, neighbour } from './keys'
import { ALL, arcOf, BORDERS, bordersOf, curve, depth, outlineOf, pointsOf, polygonOf, ringsOf, SHAPES } from './lines'
import { coinSpot } from './spots'
import { engraved, withTerrain } from './terrain'
import { besides, spaceOf, SPACES, numbered } from './track'
import { around, moved, READABLE, showing, viewBox, whole, within, WIDTH, zoomed } from './window'

const PHONE = { width: 390, height: 530 }
const DESK = { width: 780, height: 546 }

test('a line is read as its first point and the steps from there', () => {
  expect(pointsOf('12 30-2 5 0-7')).toEqual([
    { x: 12, y: 30 },
    { x: 10, y: 35 },
    { x: 10, y: 28 },
  ])
  expect(curve(pointsOf('0 0 4 0'))).toBe('M0 0L4 0')
  expect(curve(pointsOf('0 0 4 0 0 4 4 0'))).toBe('M0 0Q4 0 4 2Q4 4 8 4')
})

test('an arc is the same curve both ways, so that neighbours fit', () => {
  const ends = (path: string): string[] => (path.match(/-?[\d.]+ -?[\d.]+/g) ?? []).sort()
  ARCS.forEach((_, at) => {
    expect(ends(curve(arcOf(-at - 1)))).toEqual(ends(curve(arcOf(at + 1))))
  })
})

test('every province is one closed ring of arcs, and the pieces lie in it', () => {
  for (const province of ALL) {
    expect(ringsOf([province])).toHaveLength(1)
    expect(SHAPES[province]).toMatch(/^M[^M]*z$/)
    const [x, y] = PROVINCES[province].centre
    expect(depth({ x, y }, polygonOf(province))).toBeGreaterThan(14)
  }
  expect(depth({ x: 0, y: 0 }, polygonOf('suevia'))).toBeLessThan(0)
})

test('two neighbours together have no border between them, two apart have two outlines', () => {
  const between = PROVINCES.suevia.ring.filter((arc) => PROVINCES.saxonia.ring.includes(-arc))
  const outer = ringsOf(['suevia', 'saxonia']).flat()
  expect(between.length).toBeGreaterThan(0)
  expect(between.some((arc) => outer.includes(arc) || outer.includes(-arc))).toBe(false)
  expect(ringsOf(['suevia', 'syria'])).toHaveLength(2)
  expect(outlineOf([])).toBe('')
})

test('land in the middle of an empire is a ring of its own inside it', () => {
  const round = ['alpes', 'carpathia', 'polonia', 'saxonia', 'suevia', 'pannonia'] as const
  expect(bordersOf('hercynia')).toEqual(expect.arrayContaining([...round]))
  expect(ringsOf(round)).toHaveLength(2)
  expect(ringsOf([...round, 'hercynia'])).toHaveLength(1)
})

test('the borders are those between provinces, not the coasts', () => {
  expect(BORDERS).toContain(curve(arcOf(Math.abs(PROVINCES.suevia.ring[0] ?? 0))))
  const island = PROVINCES.hibernia.ring[0] ?? 0
  expect(BORDERS).not.toContain(curve(arcOf(island)))
})

test('an empire is what one seat holds, declined and living apart, the declined ones first', () => {
  const found = empiresOf({
    suevia: { pieces: 1, seat: 0 },
    saxonia: { pieces: 2, seat: 0 },
    alpes: { pieces: 1, seat: 0, declined: true },
    padania: { pieces: 1 },
    syria: { pieces: 1, seat: 3 },
  })
  expect(found.map(({ seat, declined, provinces }) => [seat, declined, [...provinces].sort()])).toEqual([
    [0, true, ['alpes']],
    [0, false, ['saxonia', 'suevia']],
    [3, false, ['syria']],
  ])
})

test('the arrow keys walk along borders and straits, and over water where there is none', () => {
  expect(neighbour('suevia', 'ArrowRight')).toBe('hercynia')
  expect(neighbour('hercynia', 'ArrowLeft')).toBe('suevia')
  expect(neighbour('suevia', 'ArrowUp')).toBe('saxonia')
  expect(neighbour('sicilia', 'ArrowUp')).toBe('magna_graecia')
  expect(neighbour('sicilia', 'ArrowLeft')).toBe('baetica')
  expect(neighbour('syria', 'ArrowRight')).toBeUndefined()
  expect(neighbour('suevia', 'Enter')).toBeUndefined()
})

test('every province can be reached by the arrow keys', () => {
  const seen = new Set<Province>(['suevia'])
  for (const province of seen) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = neighbour(province, key)
      if (next !== undefined) seen.add(next)
    }
  }
  expect(seen.size).toBe(ALL.length)
})

test('Page Down goes through what can be done by its cost and round, and leaves out what is too expensive', () => {
  const marks = {
    suevia: { cost: 4, chosen: true },
    alpes: { cost: 1, reachable: true },
    saxonia: { cost: 8, tooExpensive: true },
    asia: { cost: 2, reachable: true },
    dacia: { news: true },
  }
  const can = byCost(marks)
  expect(can).toEqual(['alpes', 'asia', 'suevia'])
  expect(led('saxonia', 'PageDown', can)).toBe('alpes')
  expect(led('alpes', 'PageDown', can)).toBe('asia')
  expect(led('suevia', 'PageDown', can)).toBe('alpes')
  expect(led('alpes', 'PageUp', can)).toBe('suevia')
  expect(led('saxonia', 'PageUp', can)).toBe('suevia')
  expect(led('saxonia', 'PageDown', [])).toBeUndefined()
  expect(led('suevia', 'ArrowUp', can)).toBe('saxonia')
})

test('a province is found by the beginning of a name, whatever its capitals and accents', () => {
  const local: Partial<Record<Province, string>> = { suevia: 'Swabia', illyria: 'Illyrië', asia: 'Western Anatolia' }
  const names = (province: Province): string[] => [province.replaceAll('_', ' '), local[province] ?? province]
  expect(called('SUE', names)).toEqual(['suevia'])
  expect(called('swab', names)).toEqual(['suevia'])
  expect(called('illyrie', names)).toEqual(['illyria'])
  expect(called('an', names)).toEqual(['asia'])
  expect(called('gr', names)).toEqual(['magna_graecia'])
  expect(called('atlantis', names)).toEqual([])
  expect(called(' ', names)).toEqual([])
})

test('the whole sheet fits its box, and nothing beyond it is ever shown', () => {
  expect(viewBox(whole(DESK), DESK)).toBe('0 0 1000 700')
  const far = within({ x: -500, y: 9000, scale: 1 }, DESK)
  expect(far).toEqual({ x: 390, y: 427, scale: 1 })
  expect(within({ x: 0, y: 0, scale: 0.01 }, PHONE)).toMatchObject({ x: whole(PHONE).x, scale: whole(PHONE).scale })
})

test('where the box is higher than the sheet, the sheet lies at its top', () => {
  expect(viewBox(within(whole(PHONE), PHONE), PHONE)).toMatch(/^0 0 1000 /)
})

test('an enlarged map keeps the point under the fingers', () => {
  const before = within({ x: 500, y: 350, scale: 0.9 }, PHONE)
  const finger = { x: 100, y: 200 }
  const under = (window: typeof before): [number, number] => [
    Math.round(window.x + (finger.x - PHONE.width / 2) / window.scale),
    Math.round(window.y + (finger.y - PHONE.height / 2) / window.scale),
  ]
  expect(under(zoomed(before, 1.3, finger, PHONE))).toEqual(under(before))
  expect(moved(before, { x: 45, y: 0 }, PHONE).x).toBeCloseTo(before.x - 50)
})

test('a phone opens on what can be done, as large as names need, and shows what is focused', () => {
  const near = around(['suevia', 'alpes'], PHONE, 0.9)
  expect(near.scale).toBe(0.9)
  const wide = around(['lusitania', 'syria'], PHONE, 0.9)
  expect(wide.scale).toBe(READABLE)
  expect(around([], PHONE, 0.9)).toEqual(whole(PHONE))
  const shown = showing(near, 'syria', PHONE)
  expect(Math.abs(PROVINCES.syria.centre[0] - shown.x) * shown.scale).toBeLessThan(PHONE.width / 2)
  expect(showing(near, 'suevia', PHONE)).toEqual(near)
})

test('the coin of a cost stands on the sheet and off the pieces', () => {
  for (const province of ALL) {
    const holding = { pieces: 2, seat: 0 }
    const { x, y } = coinSpot(province, holding)
    const [cx, cy] = PROVINCES[province].centre
    expect(coinSpot(province, undefined)).toEqual({ x: cx, y: cy - 8 })
    expect(x).toBeGreaterThan(16)
    expect(x).toBeLessThan(WIDTH - 16)
    expect(y).toBeGreaterThan(16)
    expect(Math.hypot(x - cx, y - cy)).toBeGreaterThan(34)
  }
})

test('no coin lies on a name', () => {
  for (const province of ALL) {
    for (const holding of [undefined, { pieces: 1 }, { pieces: 2, seat: 0 }]) {
      const { x, y } = coinSpot(province, holding)
      for (const { label, lines } of Object.values(PROVINCES)) {
        const wide = Math.max(...lines.map(({ length }) => length)) * 5.2
        const aside = Math.max(0, Math.abs(x - label[0]) - wide)
        const above = Math.max(0, label[1] - 13 - y, y - label[1] - 16 * (lines.length - 1))
        expect(Math.hypot(aside, above), `${province}, ${lines.join(' ')}`).toBeGreaterThan(13)
      }
    }
  }
})

test('each terrain has marks of its own hand, the same at every time', () => {
  const all = (['farmland', 'pasture', 'hills', 'forest', 'mountain'] as const).map((terrain) => engraved(terrain))
  expect(all.map(({ stroke, body }) => (stroke + body).length > 1000)).toEqual(Array(5).fill(true))
  expect(new Set(all.map(({ stroke, body }) => (stroke + body).replaceAll(/[-\d. ]/g, '').slice(0, 12))).size).toBe(5)
  expect(engraved('forest')).toEqual(all[3])
})

test('the score track has 150 spaces round the sheet, its corners at 0, 45, 75 and 120', () => {
  const place = (points: number) => spaceOf(points, 830, 596, 25)
  expect([0, 45, 75, 120].map((points) => [place(points).x, place(points).y])).toEqual([
    [12.5, 12.5],
    [817.5, 12.5],
    [817.5, 583.5],
    [12.5, 583.5],
  ])
  expect(place(SPACES)).toEqual(place(0))
  expect(new Set(Array.from({ length: SPACES }, (_, points) => JSON.stringify(place(points)))).size).toBe(SPACES)
  const [last, first] = [place(149), place(1)]
  expect(last.x).toBe(12.5)
  expect(first.y).toBe(12.5)
  expect(last.y - last.height / 2).toBeCloseTo(25)
  expect(numbered(100)).toEqual(expect.arrayContaining([0, 10, 45, 75, 100, 140]))
})

test('markers on one space stand beside each other', () => {
  const markers = [
    { seat: 0, points: 10 },
    { seat: 1, points: 160 },
    { seat: 2, points: 11 },
  ]
  expect([0, 1, 2].map((seat) => besides(markers, seat))).toEqual([-0.5, 0.5, 0])
})

test('every tile has a picture of its own; only one that stays shares that of the one that does not', () => {
  const tiles = Object.keys(TILES) as TileName[]
  const pictures = tiles.map(pictureOf)
  expect(pictures.filter((picture) => !Object.hasOwn(PICTURES, picture))).toEqual([])
  expect(new Set(Object.values(PICTURES)).size).toBe(Object.keys(PICTURES).length)
  const shared = tiles.filter((tile) => pictures.filter((picture) => picture === pictureOf(tile)).length > 1)
  expect(shared.filter((tile) => tile.endsWith('_ruin'))).toHaveLength(shared.length / 2)
})

test('the figure of a tile is what the tables say it does', () => {
  expect(effectOf(TILES.mining)).toEqual({ kind: 'points', text: '2' })
  expect(effectOf(TILES.weapons)).toEqual({ kind: 'war', text: '−1' })
  expect(effectOf(TILES.militia)).toEqual({ kind: 'war', text: '+1' })
  expect(effectOf(TILES.fortification)).toEqual({ kind: 'war', text: '+1' })
  expect(effectOf(TILES.mountaineers)).toEqual({ kind: 'war', text: '−1' })
  expect(effectOf(TILES.espionage)).toEqual({ kind: 'war', text: '=2' })
  expect(effectOf(TILES.general)).toEqual({ kind: 'pieces', text: '+7' })
  expect(effectOf(TILES.medicine)).toEqual({ kind: 'pieces', text: '+1' })
  expect(effectOf(TILES.specialization)).toEqual({ kind: 'times', text: '×2' })
  expect(effectOf(TILES.barbarians)).toBeUndefined()
})

test('at a table of version 1 tiles and terrains are those of then', () => {
  expect(effectOf(TILES_1.mountaineers ?? TILES.mountaineers)).toEqual({ kind: 'war', text: '±1' })
  expect(effectOf(TILES_1.espionage ?? TILES.espionage)).toEqual({ kind: 'war', text: '−2' })
  expect(withTerrain('forest', {})).toContain('baetica')
  expect(withTerrain('forest', TERRAINS_1)).not.toContain('baetica')
  expect(withTerrain('farmland', TERRAINS_1)).toContain('baetica')
})
