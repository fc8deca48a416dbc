/** Origins of faults. The figures count each of them separately. */
export const sources = ['guard', 'comparison', 'answer', 'behaviour', 'field-notes'] as const
export type Source = (typeof sources)[number]

export const sourceInWords: Record<Source, string> = {
  guard: 'guards left out',
  comparison: 'weaker comparisons',
  answer: 'fields of answers',
  behaviour: 'by hand',
  'field-notes': 'seen in the field',
}

/** A deliberate defect of the reference server, as the kill matrix knows it. */
export interface Fault {
  id: string
  /** The requirement that a server with this fault violates. */
  breaks: string
  /** A sentence that says what such a server does. */
  says: string
  source: Source
  /** A reference to a real server that had this fault. */
  reference?: string
  /** The reason why no response of a run could differ, or undefined if one could. */
  equivalent?: string
  /** The condition under which the fault shows, or undefined if it always shows. */
  conditional?: Conditional
}

/** A condition that a fault is put under, and how that is done. */
export interface Conditional {
  /** The id of the fault without its condition. */
  fault: string
  condition: string
  /** The kind of condition that the figures count by. */
  group: string
  /** The way in which the fault is made from the strict server. */
  transformation: string
  /** The operations on which the fault can show. */
  operations: readonly string[]
  /**
   * Set if the fault is counted apart, because no run can meet all of these conditions; see mock/conditions/matrix.ts.
   */
  across?: true
}
