/** Where a fault comes from; they are counted apart. */
export const sources = ['guard', 'comparison', 'answer', 'behaviour', 'field-notes'] as const
export type Source = (typeof sources)[number]

export const sourceInWords: Record<Source, string> = {
  guard: 'guards left out',
  comparison: 'weaker comparisons',
  answer: 'fields of answers',
  behaviour: 'by hand',
  'field-notes': 'seen in the field',
}

/** One deliberate defect of the reference server, as the kill matrix knows it. */
export interface Fault {
  id: string
  /** The requirement that a server with this fault does not keep. */
  breaks: string
  /** What such a server does, in a sentence. */
  says: string
  source: Source
  /** Where a real server had it. */
  reference?: string
  /** Why no answer of a run could differ, where that is so. */
  equivalent?: string
  /** Of one that shows only under a condition. */
  conditional?: Conditional
}

/** How a fault is put under a condition. */
export interface Conditional {
  /** The fault without its condition. */
  fault: string
  condition: string
  /** What such conditions are counted by. */
  group: string
  /** How the fault is made of the strict server. */
  transformation: string
  /** The operations on which it can show. */
  operations: readonly string[]
  /** Counted apart, since no run brings all of them; see mock/conditions/matrix.ts. */
  across?: true
}
