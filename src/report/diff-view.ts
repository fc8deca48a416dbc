import { plural } from './counts.ts'
import type { Report } from './data/json.ts'
import { changesBetween, type Difference, isTargetWorse } from './diff.ts'
import { code, fact, type Item, joined, paragraph, section, type Text, words } from './document/document.ts'
import type { Presented } from './document/view.ts'
import { groupedBy } from './grouped.ts'
import { profileInWords } from './text/run-words.ts'

/** Compares two runs: the requirements that differ, grouped by the origin of the difference. */
export function diffView(before: Report, after: Report, changes = changesBetween(before, after)): Presented {
  const groups = groupedBy(changes, ({ kind, doing }) => `${kind}, by the ${doing}`)
  const names = kinds.flatMap((kind) => [...groups.keys()].filter((name) => name.startsWith(kind)).sort())
  const runs = [fact('first', runInWords(before)), fact('second', runInWords(after))]
  return {
    document: {
      title: 'Two runs compared',
      blocks: [
        { kind: 'facts', facts: runs },
        ...names.map((name) => {
          const group = groups.get(name) ?? []
          return section(`${name} (${group.length})`, { kind: 'list', items: itemsOf(group) })
        }),
        paragraph(sentenceOf(changes, after)),
      ],
    },
    data: { first: before.run, second: after.run, changes },
  }
}

const kinds = ['worse', 'better', 'new', 'gone'] as const

const runInWords = ({ run }: Report): Text => [
  words(run.target.name),
  ' at ',
  code(run.target.baseUrl),
  ', profile ',
  words(profileInWords(run)),
  `, seed ${run.seed}, op-conformance `,
  words(run.harness),
  `, `,
  words(run.at),
]

/** Lists the changes by reason, because many requirements may share one. */
const itemsOf = (changes: readonly Difference[]): Item[] =>
  [...groupedBy(changes, ({ why }) => why)].map(([why, alike]) => {
    const ids = alike.slice(0, most).map(({ level, requirement }): Text => [`${level} `, code(requirement)])
    const left = alike.length - most
    return { text: [joined(ids, ', '), left > 0 ? ` and ${left} more` : ''], below: [words(why)] }
  })

const most = 10

const sentenceOf = (changes: readonly Difference[], { outcome }: Report): string => {
  if (outcome === 'not judged') return 'The second run says nothing about the target.'
  if (changes.length === 0) return 'The runs do not differ in any requirement.'
  const counts = kinds.map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`)
  const worse = changes.filter((change) => isTargetWorse([change])).length
  const target =
    worse > 0
      ? `The target got worse in ${plural(worse, 'requirement')}`
      : `The target did not get worse${outcome === 'complete' ? '' : ' in what the second run judged'}`
  return `${target}: ${counts.join(', ')}.`
}
