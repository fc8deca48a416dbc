import { ValidationError } from './problem.ts'

export type Variables = Readonly<Record<string, string | undefined>>

const variable = /\$\$\{|\$\{([^}]*)\}?/g
const named = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/**
 * Replaces `${NAME}` and `${NAME:-default}`; `$${` is a literal `${`. `taken` receives each value that comes from a
 * variable. Throws a ValidationError if a variable without a default is not set, or is empty.
 */
export function replaceVariables(
  text: string,
  environment: Variables,
  taken: (value: string) => void = () => undefined,
): string {
  return text.replace(variable, (found: string, inside: string | undefined) => {
    if (inside === undefined) return '${'
    const [, name, fallback] = (found.endsWith('}') ? named.exec(inside) : null) ?? []
    if (name === undefined || fallback?.includes('${')) throw unreadable()
    const value = environment[name]
    if (value) taken(value)
    return value || (fallback ?? missing(name, value))
  })
}

const unreadable = (): ValidationError =>
  new ValidationError(
    'ERR_TARGET_VARIABLE',
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation
    'found ${ that does not begin a variable, expected ${NAME} or ${NAME:-default}',
    'write $${ if the text itself contains ${',
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation
  )

const missing = (name: string, value: string | undefined): never => {
  throw new ValidationError(
    'ERR_TARGET_VARIABLE',
    `the variable ${name} is ${value === undefined ? 'not set' : 'set, but empty'}`,
    `set it, or give a default: \${${name}:-default}`,
  )
}
