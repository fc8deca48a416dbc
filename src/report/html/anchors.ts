import type { Finding } from '../findings/finding.ts'

/**
 * The anchors of parts of the page. They are the same in every report, so a link to an older report still leads to the
 * same requirement or check in a newer one.
 */
export const anchorOf = {
  requirement: (id: string): string => `requirement-${id}`,
  check: (id: string): string => `check-${id}`,
}

/**
 * Returns the anchor of each finding, made from its requirement. Further findings of the same requirement get a number.
 */
export function findingAnchors(findings: readonly Pick<Finding, 'requirement'>[]): string[] {
  const seen = new Map<string, number>()
  return findings.map(({ requirement }) => {
    const count = (seen.get(requirement) ?? 0) + 1
    seen.set(requirement, count)
    return `finding-${requirement}${count > 1 ? `-${count}` : ''}`
  })
}
