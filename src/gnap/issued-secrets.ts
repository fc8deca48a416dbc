import { parseJson } from '../core/json.ts'

/** Secrets in the response of an authorization server. */
export interface IssuedSecrets {
  /** The access tokens of a grant (RFC 9635, section 3.2). */
  tokens: string[]
  /** The tokens of its continuation, and the part of its redirect URL that lets a person decide. */
  continuations: string[]
}

export function issuedSecretsIn(text: string): IssuedSecrets {
  const answer = parseJson(text)
  const { continue: further, interact } = Object(answer) as Record<string, unknown>
  const { redirect } = Object(interact) as { redirect?: unknown }
  const last = typeof redirect === 'string' ? redirect.split('/').at(-1) : undefined
  return {
    tokens: accessTokensOf(answer),
    continuations: [...accessTokensOf(further), ...(last ? [last] : [])],
  }
}

const accessTokensOf = (holder: unknown): string[] => {
  const { access_token: held } = Object(holder) as { access_token?: unknown }
  return [held].flat().flatMap((token) => {
    const { value } = Object(token) as { value?: unknown }
    return typeof value === 'string' ? [value] : []
  })
}
