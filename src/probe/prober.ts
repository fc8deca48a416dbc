import type { Session } from '../check/session.ts'

/** Asks a target what it shows: a run does, before its first check, and so does the doctor. */
export type Prober = Pick<Session, 'target' | 'send'>
