import type { Session } from '../check/session.ts'

/** Asks a target what it shows. A run does so before its first check, and so does the doctor. */
export type Prober = Pick<Session, 'target' | 'send'>
