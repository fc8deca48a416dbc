/** The text of one member of a dictionary field, valid under RFC 8941 or not. */
export interface FieldMember {
  label?: string
  text: string
}

/** Splits a field at the commas outside of quotes. */
export function membersOf(field: string): FieldMember[] {
  return (field.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/gs) ?? [])
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map(memberIn)
}

/** Base64 without a label may end in `=`, which does not make it a label. */
const memberIn = (member: string): FieldMember => {
  const [, label, text] = /^([a-zA-Z*][\w.*-]*)=(?!=?$)(.*)$/s.exec(member) ?? []
  return label === undefined || text === undefined ? { text: member } : { label, text: text.trim() }
}
