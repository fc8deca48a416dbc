/** One member of a dictionary field by its text, whether or not it keeps RFC 8941. */
export interface FieldMember {
  label?: string
  text: string
}

/** The members between the commas that stand outside of quotes. */
export function membersOf(field: string): FieldMember[] {
  return (field.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/gs) ?? [])
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map(memberIn)
}

/** Base64 that stands alone may end in `=`, which does not make it a label. */
const memberIn = (member: string): FieldMember => {
  const [, label, text] = /^([a-zA-Z*][\w.*-]*)=(?!=?$)(.*)$/s.exec(member) ?? []
  return label === undefined || text === undefined ? { text: member } : { label, text: text.trim() }
}
