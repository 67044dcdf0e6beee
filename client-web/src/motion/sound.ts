/** Quiet sounds of wood, card and coins, made by the browser itself. Nothing is heard before somebody has clicked. */

import type { Scene, Sound } from './steps'

export type Heard = Sound | 'notification'

/** A part of a sound: a tone or a rush of noise that dies away. */
export interface Voice {
  wave: 'sine' | 'triangle' | 'noise'
  /** Hertz; of noise the middle of its band. */
  pitch: number
  /** Hertz that it glides to. */
  glide?: number
  /** Seconds after the beginning. */
  at: number
  /** Seconds until it has died away, and until it is at its loudest. */
  lasts: number
  rise?: number
  /** From 0 to 1. */
  loud: number
}

export const VOICES: Readonly<Record<Heard, readonly Voice[]>> = {
  wood: [
    { wave: 'sine', pitch: 210, glide: 150, at: 0, lasts: 0.09, loud: 0.055 },
    { wave: 'triangle', pitch: 640, glide: 520, at: 0, lasts: 0.035, loud: 0.02 },
    { wave: 'noise', pitch: 1_300, at: 0, lasts: 0.025, loud: 0.03 },
  ],
  card: [
    { wave: 'noise', pitch: 2_600, at: 0, lasts: 0.06, rise: 0.006, loud: 0.04 },
    { wave: 'sine', pitch: 150, glide: 110, at: 0.012, lasts: 0.07, loud: 0.035 },
  ],
  coin: [
    { wave: 'sine', pitch: 3_150, at: 0, lasts: 0.14, loud: 0.014 },
    { wave: 'sine', pitch: 4_730, at: 0.004, lasts: 0.1, loud: 0.009 },
    { wave: 'noise', pitch: 6_000, at: 0, lasts: 0.012, loud: 0.012 },
  ],
  cork: [
    { wave: 'sine', pitch: 320, glide: 760, at: 0, lasts: 0.065, loud: 0.05 },
    { wave: 'noise', pitch: 900, at: 0.03, lasts: 0.03, loud: 0.018 },
  ],
  paper: [
    { wave: 'noise', pitch: 4_200, glide: 2_600, at: 0, lasts: 0.2, rise: 0.07, loud: 0.024 },
    { wave: 'noise', pitch: 1_900, at: 0.06, lasts: 0.14, rise: 0.04, loud: 0.014 },
  ],
  notification: [
    { wave: 'sine', pitch: 392, at: 0, lasts: 0.34, rise: 0.012, loud: 0.065 },
    { wave: 'triangle', pitch: 784, at: 0, lasts: 0.16, rise: 0.01, loud: 0.01 },
    { wave: 'sine', pitch: 523.25, at: 0.17, lasts: 0.5, rise: 0.012, loud: 0.065 },
    { wave: 'triangle', pitch: 1_046.5, at: 0.17, lasts: 0.22, rise: 0.01, loud: 0.01 },
  ],
}

/** Milliseconds within which the same sound is heard once. */
const TOGETHER = 45

/** What is heard of a scene and when, in milliseconds, at a pace. */
export function soundsOf(scene: Scene, rate: number): { sound: Sound; at: number }[] {
  const sounds = scene.steps
    .flatMap(({ sound, at, ms }) => (sound === undefined ? [] : [{ sound, at: (at + ms) / rate }]))
    .sort((one, other) => one.at - other.at)
  const last = new Map<Sound, number>()
  return sounds.filter(({ sound, at }) => {
    const heard = last.get(sound)
    if (heard !== undefined && at - heard < TOGETHER) return false
    last.set(sound, at)
    return true
  })
}

export class Sounds {
  private context: AudioContext | undefined
  private allowed = false
  private noise: AudioBuffer | undefined
  private readonly sounding = new Set<AudioScheduledSourceNode>()
  private coming: { source: AudioScheduledSourceNode; begins: number }[] = []

  constructor(private readonly wished: () => boolean) {}

  /** Browsers let a page be heard only after its reader did something: call this then. */
  unlock(): void {
    if (this.allowed || !this.wished()) return
    try {
      this.context ??= new AudioContext()
      void this.context.resume().then(
        () => {
          this.allowed = true
          this.rest()
        },
        () => undefined,
      )
    } catch {
      // A browser or a machine without sound.
    }
  }

  play(heard: Heard, ms = 0): void {
    const { context } = this
    if (context === undefined || !this.allowed || !this.wished()) return
    // Also if it runs: it may be about to rest.
    void context.resume().catch(() => undefined)
    for (const voice of VOICES[heard])
      this.voice(context, voice, context.currentTime + ms / 1_000, heard !== 'notification')
  }

  /** What has not begun yet is not heard any more. */
  hush(): void {
    const now = this.context?.currentTime ?? 0
    for (const { source, begins } of this.coming) if (begins > now) source.stop()
    this.coming = []
  }

  /** A context that runs costs processor time, and a phone its battery, also while it is silent. */
  private rest(): void {
    if (this.sounding.size === 0) void this.context?.suspend().catch(() => undefined)
  }

  private voice(context: AudioContext, voice: Voice, begin: number, hushed: boolean): void {
    const from = begin + voice.at
    const until = from + voice.lasts
    const rise = voice.rise ?? 0.002
    const gain = context.createGain()
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(voice.loud, from + rise)
    gain.gain.exponentialRampToValueAtTime(0.0001, until)
    gain.connect(context.destination)
    const source =
      voice.wave === 'noise' ? this.rush(context, voice, from, gain) : this.tone(context, voice, from, gain)
    this.sounding.add(source)
    source.onended = () => {
      this.sounding.delete(source)
      this.rest()
    }
    source.start(from)
    source.stop(until + 0.02)
    if (hushed) this.coming.push({ source, begins: from })
  }

  private tone(
    context: AudioContext,
    { wave, pitch, glide, lasts }: Voice,
    from: number,
    to: GainNode,
  ): OscillatorNode {
    const tone = context.createOscillator()
    tone.type = wave === 'triangle' ? 'triangle' : 'sine'
    tone.frequency.setValueAtTime(pitch, from)
    if (glide !== undefined) tone.frequency.exponentialRampToValueAtTime(glide, from + lasts)
    tone.connect(to)
    return tone
  }

  private rush(
    context: AudioContext,
    { pitch, glide, lasts }: Voice,
    from: number,
    to: GainNode,
  ): AudioBufferSourceNode {
    this.noise ??= white(context)
    const rush = context.createBufferSource()
    rush.buffer = this.noise
    const band = context.createBiquadFilter()
    band.type = 'bandpass'
    band.Q.value = 0.9
    band.frequency.setValueAtTime(pitch, from)
    if (glide !== undefined) band.frequency.exponentialRampToValueAtTime(glide, from + lasts)
    rush.connect(band)
    band.connect(to)
    return rush
  }
}

/** A third of a second of noise. */
function white(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 3), context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1
  return buffer
}
