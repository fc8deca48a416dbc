/** Every check has these members, however it is made. */
export interface CheckHead {
  /** The id, `<topic>/<sentence-in-kebab-case>`, which never changes. */
  id: string
  title: string
  /** The fault of the mock that the check must notice: the proof that the check can fail. Own checks may have none. */
  detects?: string | undefined
}

/** Returns the topic of a check, which is the first part of its id. */
export function topicOf(check: { id: string }): string {
  return check.id.split('/')[0] ?? check.id
}
