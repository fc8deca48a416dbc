import type { Finding } from '../findings/finding.ts'

/**
 * Where parts of the page can be linked to. The same in every report: whoever follows a link to an older one still gets to
 * the requirement or check that it was about.
 */
export const anchorOf = {
  requirement: (id: string): string => `requirement-${id}`,
  check: (id: string): string => `check-${id}`,
}

/** Of each finding that of its requirement; further ones of the same requirement are counted. */
export function findingAnchors(findings: readonly Pick<Finding, 'requirement'>[]): string[] {
  const seen = new Map<string, number>()
  return findings.map(({ requirement }) => {
    const count = (seen.get(requirement) ?? 0) + 1
    seen.set(requirement, count)
    return `finding-${requirement}${count > 1 ? `-${count}` : ''}`
  })
}
