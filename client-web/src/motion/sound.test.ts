import { expect, test } from 'vitest'
import { type Sound, type Step, sceneOf } from './steps'
import { type Heard, VOICES, soundsOf } from './sound'

const step = (at: number, sound?: Sound): Step => ({
  do: 'leave',
  anchor: 'x',
  rim: '',
  at,
  ms: 100,
  ...(sound === undefined ? {} : { sound }),
})

test('a sound is heard when its step has landed, sooner at a faster pace', () => {
  const scene = sceneOf([step(300, 'card'), step(0, 'wood'), step(500)])
  expect(soundsOf(scene, 1)).toEqual([
    { sound: 'wood', at: 100 },
    { sound: 'card', at: 400 },
  ])
  expect(soundsOf(scene, 2).map(({ at }) => at)).toEqual([50, 200])
})

test('the same sound several times in one moment is heard once', () => {
  const scene = sceneOf([step(0, 'coin'), step(30, 'coin'), step(40, 'cork'), step(90, 'coin')])
  expect(soundsOf(scene, 1).map(({ sound }) => sound)).toEqual(['coin', 'cork', 'coin'])
})

test('no sound is louder than the call', () => {
  const loudness = (heard: Heard): number => {
    const voices = VOICES[heard]
    return Math.max(
      ...voices.map(({ at }) =>
        voices.reduce((sum, voice) => sum + (voice.at <= at && at < voice.at + voice.lasts ? voice.loud : 0), 0),
      ),
    )
  }
  const [call, ...others] = (['call', 'wood', 'card', 'coin', 'cork', 'paper'] as const).map(loudness)
  expect(Math.max(...others)).toBeLessThanOrEqual(call as number)
  expect(call).toBeLessThan(0.25)
})
