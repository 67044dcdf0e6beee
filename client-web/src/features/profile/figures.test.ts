import { describe, expect, it } from 'vitest'
import { bars, totals } from './figures'

describe('totals', () => {
  const row = { game: 'toy', average: 1, best: 1, latest: [], items: [] }

  it('add up all games, and count persons as opponents but not bots', () => {
    expect(
      totals({
        statistics: [
          { ...row, played: 6, won: 2, bot_finished: 1, unitemized: 4 },
          { ...row, played: 2, won: 2, bot_finished: 2, unitemized: 0 },
        ],
        against: [
          { person: 'ann', bot: '', before: 1, behind: 0, level: 0, won: 1 },
          { person: '', bot: 'deep', before: 1, behind: 0, level: 0, won: 1 },
        ],
      }),
    ).toEqual({ played: 8, won: 4, share: 0.5, opponents: 1, bots: 3, older: 4 })
  })

  it('have a share of nothing without games', () => {
    expect(totals({ statistics: [], against: [] }).share).toBe(0)
  })
})

describe('bars', () => {
  it('fill the room from the zero line on, those of losses to its left', () => {
    expect(
      bars([
        { own: 15, others: 5 },
        { own: -5, others: 0 },
      ]),
    ).toEqual({
      zero: 25,
      rows: [
        { own: { left: 25, length: 75 }, others: { left: 25, length: 25 } },
        { own: { left: 0, length: 25 }, others: { left: 25, length: 0 } },
      ],
    })
  })

  it('have no length where nothing was scored, and none for others who were not there', () => {
    expect(bars([{ own: 0, others: null }])).toEqual({
      zero: 0,
      rows: [{ own: { left: 0, length: 0 }, others: undefined }],
    })
  })
})
