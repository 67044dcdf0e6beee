import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { loadLanguage } from '../../../i18n/i18n.svelte'
import type { People } from '../../../board/contract'
import { wordsFor } from '../../../board/words'
import { offerFor } from '../../../state/table/moves'
import { EngineTexts, wordsOf } from '../../../test/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import { seaSpaceName } from './seaspacename'
import { positionOf } from './position'
import { say } from './say'

const { view, legal, offers } = (
  JSON.parse(readFileSync('src/games/nereus/board/positions.fixture.json', 'utf8')) as Record<
    string,
    { view: View; legal: GameMove[]; offers: Offer[] }
  >
)['sail'] ?? { view: {}, legal: [], offers: [] }
const english = wordsOf('nereus', 'en')
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']
const people: People = { seats: 4, mine: 0, seat: (seat) => NAMES[seat] ?? '?' }
const words = wordsFor(english, people.seat)
const board = {
  position: positionOf(view),
  props: { words, people },
  name: (member: string, id: string) => words.name(member, id) ?? id,
  who: (owner: string | number) => people.seat(Number(owner)),
}

const game = new EngineTexts(english)
const [coral, idol, emerald, pearl] = ['red', 'black', 'green', 'white'].map((each) => game.name('treasure', each))

function named(seaSpace: string): string {
  const sail = legal.find((move) => move.type === 'sail' && move['to'] === seaSpace)
  return seaSpaceName(seaSpace, sail === undefined ? undefined : offerFor(offers, sail), board)
}

beforeAll(() => loadLanguage('en'))

test('a space is called by what lies and sails there', () => {
  expect(named('e1')).toBe(`e1: ${say('field.ship', { who: 'Marlene' })}`)
  expect(named('c1')).toBe(`c1: ${coral}, ${idol}`)
  expect(named('f1')).toBe('f1')
})

test('where one can sail, it says how far it is, and what is paid for what and to whom', () => {
  const far = say('field.far', { count: 2 })
  const way = (price: number, parts: string) => say('field.way', { far, price, parts })
  expect(named('c4')).toBe(`c4: ${emerald}, ${pearl}. ${far}`)
  const toll = say('field.toll', { coins: 1, who: 'Henrik' })
  expect(named('a2')).toBe(`a2: ${coral}, ${coral}. ${way(1, toll)}`)
  expect(named('b3')).toBe(`b3: ${emerald}. ${way(2, say('field.bend', { coins: 2 }))}`)
})
