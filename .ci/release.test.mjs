import { expect, test } from 'vitest'
import { obstaclesIn, sectionOf } from './release.mjs'

const manifest = {
  version: '1.2.0',
  repository: { type: 'git', url: 'git+https://github.com/someone/open-payments-conformance.git' },
  bugs: 'https://github.com/someone/open-payments-conformance/issues',
  homepage: 'https://someone.example',
}
const changelog = '# Changelog\n\n## 1.2.0 - 2026-12-01\n\n- New.\n\n## 1.1.0 - 2026-11-01\n\n- Old.\n'
const release = { manifest, changelog, tag: 'v1.2.0', repository: 'Someone/open-payments-conformance' }

test('a version with a dated section and addresses can be released, and its section is the notes', () => {
  expect(obstaclesIn(release)).toEqual([])
  expect(sectionOf(changelog, '1.2.0')).toEqual({ date: '2026-12-01', text: '- New.' })
})

test('outside of a workflow neither tag nor repository is compared', () =>
  expect(obstaclesIn({ manifest, changelog })).toEqual([]))

test.each([
  ['another tag', { tag: 'v1.2.1' }, /the tag is v1\.2\.1/],
  [
    'no section',
    { changelog: '# Changelog\n\n## 1.1.0 - 2026-11-01\n\n- Old.\n' },
    /no section "## 1\.2\.0"/,
  ],
  ['no date', { changelog: '## 1.2.0\n\n- New.\n' }, /has no date/],
  ['an empty section', { changelog: '## 1.2.0 - 2026-12-01\n\n## 1.1.0\n' }, /is empty/],
  [
    'a placeholder',
    { manifest: { ...manifest, bugs: 'https://github.com/OWNER/x/issues' } },
    /bugs .* placeholder/,
  ],
  ['no homepage', { manifest: { ...manifest, homepage: undefined } }, /homepage .* placeholder/],
  ['another repository', { repository: 'someone/fork' }, /is not someone\/fork/],
])('%s is an obstacle to a release', (_, change, obstacle) => {
  const obstacles = obstaclesIn({ ...release, ...change })
  expect(obstacles).toHaveLength(1)
  expect(obstacles[0]).toMatch(obstacle)
})
