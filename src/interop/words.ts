import { plural } from '../report/counts.ts'
import { type Text, type Tone, toned } from '../report/document/document.ts'
import { durationInWords } from '../report/durations.ts'
import type { Fared } from './conformance.ts'
import type { ParticipantColumn } from './matrix.ts'

/** The sign, the word and the meaning of each result of a requirement. */
export const faredInWords: Readonly<Record<Fared, { sign: string; word: string; means: string }>> = {
  held: { sign: '✓', word: 'held', means: 'judged, and nothing speaks against it' },
  noted: { sign: '○', word: 'noted', means: 'left open; see Choices' },
  warned: { sign: '!', word: 'warning', means: 'a SHOULD is not met' },
  broken: { sign: '✗', word: 'failed', means: 'a MUST is not met' },
  unexercised: {
    sign: '–',
    word: 'not exercised',
    means: 'no check saw anything; its report says which key would let it run',
  },
  unjudged: {
    sign: '?',
    word: 'not judged',
    means: 'checks ended without a result, or the run ended before them',
  },
  untested: { sign: '·', word: 'untested', means: 'no check exists; op-conformance explain says why' },
  unbound: {
    sign: '∅',
    word: 'does not bind it',
    means: 'its profile does not have it, or it binds the other side: servers or clients',
  },
}

export const faredInOrder = Object.keys(faredInWords) as Fared[]

const outcomeSigns: Readonly<Record<ParticipantColumn['outcome'], [sign: string, tone: Tone]>> = {
  conforms: ['✓', 'good'],
  'does not conform': ['✗', 'failure'],
  'not judged': ['?', 'warning'],
  interrupted: ['?', 'warning'],
  error: ['!', 'warning'],
}

export function outcomeInWords({ outcome }: ParticipantColumn): Text {
  const [sign, tone] = outcomeSigns[outcome]
  return toned(tone, `${sign} ${outcome}`)
}

/** Words the number of findings, or the reason why there are none. */
export function countsInWords({ counts, milliseconds, problem }: ParticipantColumn): string {
  if (!counts) return problem ?? 'no report'
  const { findings, coverage } = counts
  const found = `${plural(findings.failure, 'failure')}, ${plural(findings.warning, 'warning')}`
  const judged = `${coverage.judged} requirements judged, ${coverage['not exercised']} not`
  const took = milliseconds === undefined ? '' : `; ${durationInWords(milliseconds)}`
  return `${found}; ${judged}${took}${problem === undefined ? '' : `. ${problem}`}`
}
