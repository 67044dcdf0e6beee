import { afterEach, expect, test, vi } from 'vitest'
import { type Sound, type Step, sceneOf } from './steps'
import { type Heard, Sounds, VOICES, soundsOf } from './sound'

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

test('no sound is louder than the notification', () => {
  const loudness = (heard: Heard): number => {
    const voices = VOICES[heard]
    return Math.max(
      ...voices.map(({ at }) =>
        voices.reduce((sum, voice) => sum + (voice.at <= at && at < voice.at + voice.lasts ? voice.loud : 0), 0),
      ),
    )
  }
  const [notification, ...others] = (['notification', 'wood', 'card', 'coin', 'cork', 'paper'] as const).map(loudness)
  expect(Math.max(...others)).toBeLessThanOrEqual(notification as number)
  expect(notification).toBeLessThan(0.25)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the machine rests until something is to be heard, and again when the last of it has died away', async () => {
  const { sources, context } = audio()
  const sounds = new Sounds(() => true)
  sounds.play('wood')
  expect(sources).toEqual([])
  sounds.unlock()
  await vi.waitFor(() => {
    expect(context.state).toBe('suspended')
  })
  sounds.play('coin')
  expect(context.state).toBe('running')
  const [last, ...others] = sources
  for (const source of others) source.onended?.()
  expect(context.state).toBe('running')
  last?.onended?.()
  expect(context.state).toBe('suspended')
})

test('whoever does not wish to hear anything starts no machine', () => {
  const made = vi.fn()
  vi.stubGlobal('AudioContext', made)
  new Sounds(() => false).unlock()
  expect(made).not.toHaveBeenCalled()
})

/** A browser's audio that makes no sound: its sources in the order in which they were made. */
function audio(): { sources: { onended?: () => void }[]; context: { state: string } } {
  const sources: { onended?: () => void }[] = []
  const value = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }
  const knob = { ...value, exponentialRampToValueAtTime: vi.fn() }
  const node = (): object => ({ connect: vi.fn(), gain: knob, frequency: knob, Q: knob })
  const source = (): object => {
    const made: { onended?: () => void } = {}
    sources.push(made)
    return Object.assign(made, node(), { start: vi.fn(), stop: vi.fn() })
  }
  const context = {
    state: 'suspended',
    currentTime: 0,
    sampleRate: 300,
    resume: () => Promise.resolve(void (context.state = 'running')),
    suspend: () => Promise.resolve(void (context.state = 'suspended')),
    createGain: node,
    createBiquadFilter: node,
    createOscillator: source,
    createBufferSource: source,
    createBuffer: () => ({ getChannelData: () => new Float32Array(1) }),
  }
  vi.stubGlobal(
    'AudioContext',
    vi.fn(function () {
      return context
    }),
  )
  return { sources, context }
}
