// Says whether this version can be released, and writes its notes: `node .ci/release.mjs [NOTES]`. Exits with 1 and the
// reasons if it cannot: the version, its section in CHANGELOG.md, and the addresses in package.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The section of a version in CHANGELOG.md: its date, or `undefined`, and its text. */
export const sectionOf = (changelog, version) => {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version)
  if (section === undefined) return undefined
  const [head = '', ...lines] = section.split('\n')
  return { date: /\d{4}-\d{2}-\d{2}/.exec(head)?.[0], text: lines.join('\n').trim() }
}

/** What keeps a version from being released. `tag` and `repository` are those of the workflow, if it runs in one. */
export const obstaclesIn = ({ manifest, changelog, tag, repository }) => {
  const { version, ...others } = manifest
  const section = sectionOf(changelog, version)
  const addresses = ['repository', 'bugs', 'homepage'].map((name) => [name, addressOf(others[name])])
  return [
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`the tag is ${tag}, but package.json has the version ${version}`]),
    ...(section === undefined ? [`CHANGELOG.md has no section "## ${version}"`] : []),
    ...(section && section.date === undefined
      ? [`the section "## ${version}" of CHANGELOG.md has no date: "## ${version} - YYYY-MM-DD"`]
      : []),
    ...(section?.text === '' ? [`the section "## ${version}" of CHANGELOG.md is empty`] : []),
    ...addresses
      .filter(([, address]) => !isSet(address))
      .map(([name]) => `${name} in package.json is a placeholder; see RELEASE.md`),
    // npm refuses provenance if the package names another repository than the one that it was built in.
    ...(repository === undefined || isSameRepository(addressOf(others.repository), repository)
      ? []
      : [`repository in package.json is not ${repository}`]),
  ]
}

const addressOf = (value) => (typeof value === 'string' ? value : (value?.url ?? ''))

const isSet = (address) => /^(?:git\+)?https:\/\//.test(address) && !address.includes('/OWNER/')

const isSameRepository = (address, repository) =>
  address
    .replace(/\.git$/, '')
    .toLowerCase()
    .endsWith(`/${repository.toLowerCase()}`)

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(read('package.json'))
  const changelog = read('CHANGELOG.md')
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_REPOSITORY } = process.env
  const obstacles = obstaclesIn({
    manifest,
    changelog,
    tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined,
    repository: GITHUB_REPOSITORY,
  })
  for (const obstacle of obstacles) console.error(`✗ ${obstacle}`)
  const [notes] = process.argv.slice(2)
  if (notes !== undefined && obstacles.length === 0)
    writeFileSync(notes, `${sectionOf(changelog, manifest.version).text}\n`)
  process.exitCode = obstacles.length === 0 ? 0 : 1
}
