/** A lock file of npm, as far as it tells what is installed with the package. */
export interface LockFile {
  packages: Record<string, Locked>
}

export interface Locked {
  version: string
  license?: string
  integrity?: string
  dev?: true
  peer?: true
}

/** Returns the packages that are installed with this one, by the paths in the lock file. */
export function installedOf({ packages }: LockFile): Array<[path: string, locked: Locked]> {
  const { '': _, ...others } = packages
  return Object.entries(others).filter(([, { dev, peer }]) => !dev && !peer)
}

/** Renders the packages that are installed with this one as Markdown, by licence. */
export function licencesOf(lock: LockFile): string {
  const byLicence = new Map<string, string[]>()
  for (const [path, { version, license = 'not stated' }] of installedOf(lock)) {
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`
    byLicence.set(license, [...(byLicence.get(license) ?? []), name])
  }
  const sections = [...byLicence].sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    '# Third-party packages',
    'These packages are installed with `open-payments-conformance`, and are in its container image. None of them is part of the package itself. Each has the text of its licence in its own folder. `npm run licences` makes this page from the lock file.',
    ...sections.flatMap(([licence, names]) => [
      `## ${licence}`,
      [...new Set(names)]
        .sort()
        .map((name) => `- ${name}`)
        .join('\n'),
    ]),
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}
