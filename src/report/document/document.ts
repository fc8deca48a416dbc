/** The forms in which every view can be had. */
export const forms = ['text', 'markdown', 'html', 'json'] as const

export type Form = (typeof forms)[number]

/** The emphasis of a text. Each printer has a colour, a class or a sign for it. */
export type Tone = 'strong' | 'faint' | 'good' | 'failure' | 'warning' | 'note'

/** A text that no printer lets become markup. A string is in the words of the harness. */
export type Text = string | { kind: 'break' } | Sign | Code | Words | Link | Toned | Bar | readonly Text[]

/** An id, a path or a command. `most` is the number of characters that are shown. */
interface Code {
  kind: 'code'
  text: string
  most: number
}

/** Words from outside. A page shows them like others; Markdown quotes them, because it would make links of URLs. */
interface Words extends Omit<Code, 'kind'> {
  kind: 'words'
}

/** A sign for the eye, with the word for those who do not see it. */
interface Sign {
  kind: 'sign'
  sign: string
  word: string
}

interface Link {
  kind: 'link'
  text: Text
  to: string
}

interface Toned {
  kind: 'toned'
  tone: Tone
  text: Text
}

/** A share of a whole, with its meaning. */
export interface Share {
  kind: MarkKind
  count: number
}

/** Shares of a whole, drawn in a line. Only a page draws them, so the text beside it says the same. */
interface Bar {
  kind: 'bar'
  shares: readonly Share[]
}

/** A value with its name. Further values stand below the first one. A fact without a name spans the line. */
export interface Fact {
  name?: string
  values: readonly Text[]
  /** Set if a filter of the list in which the fact stands looks at it. */
  sought?: boolean
}

export interface Item {
  /** A sign before the item in a terminal, in place of the bullet of other forms. */
  mark?: string
  text: Text
  below?: readonly Text[]
  /** The part of a link that leads here, on a page. */
  id?: string
  /** A page can filter the list by this word. */
  sort?: string
  /** Set if a filter of the list in which this item's list stands looks at its text, too. */
  sought?: boolean
  /** Details that only a page has room for. */
  blocks?: readonly Block[]
}

/** A field by which a page narrows a list to the items that have some words, and to those of a sort. */
export interface Filter {
  label: string
  sorts: ReadonlyArray<readonly [sort: string, name: string]>
  /** The default grouping of the items, and the one that a page offers instead. */
  grouping?: readonly [first: string, second: string]
}

/** Something that was examined, with its result. `unseen` means that it could not be examined. */
export interface FindingEntry {
  grade: 'failure' | 'warning' | 'note' | 'good' | 'unseen'
  /** The subject of the finding, in a column of its own. */
  label?: string
  title: Text
  facts: readonly Fact[]
  card?: Card
}

/** The further parts of a finding that a page shows as a card, with folded details. */
export interface Card {
  /** The part of a link that leads here. */
  id: string
  tags: readonly Text[]
  want: Text
  got: Text
  /** The group of the card, if a page groups the cards. */
  group?: string
  blocks: readonly Block[]
}

/** A titled part. A folded one is opened by a click where there are clicks; `count` says there what is in it. */
export interface Section {
  kind: 'section'
  title: Text
  blocks: readonly Block[]
  folded?: boolean
  count?: number
  /** Set for details that a terminal has no room for, or that only a page has room for. */
  onlyIn?: 'files' | 'pages'
  /** The part of a link that leads here, on a page. */
  id?: string
}

/** The meaning of a colour in a picture or a bar. */
export type MarkKind = 'held' | 'noted' | 'warned' | 'broken' | 'missed' | 'untested' | 'row' | 'stands'

/** A coloured rectangle with a title. `row` is the background of a row, and `stands` that of a row that needs attention. */
export interface Mark {
  kind: MarkKind
  x: number
  y: number
  width: number
  height: number
  title: string
}

/** Many results at a glance, in pixels. Only a page draws them, so other blocks say the same. */
export interface Picture {
  kind: 'picture'
  /** The text for readers who do not see the picture. Without it, the text beside the picture says the same. */
  label?: string
  width: number
  height: number
  marks: readonly Mark[]
  /** The corners of a line that rises and falls in steps. */
  line?: ReadonlyArray<readonly [x: number, y: number]>
  key?: ReadonlyArray<readonly [MarkKind, string]>
  /** Texts below the picture, from its left end to its right end. A picture with an axis is as wide as the page. */
  axis?: readonly string[]
}

export type Block =
  | { kind: 'paragraph'; lines: readonly Text[] }
  /** `width` is the least width of the names, so that several blocks align. */
  | { kind: 'facts'; facts: readonly Fact[]; width?: number }
  | { kind: 'list'; items: readonly Item[]; filter?: Filter }
  /** All columns but the first have figures if `figures` is set. A terminal leaves the head out if `bare` is set. */
  | {
      kind: 'table'
      head: readonly string[]
      rows: ReadonlyArray<readonly Text[]>
      /** The parts of links that lead to the rows, on a page. */
      ids?: readonly string[]
      figures?: boolean
      bare?: boolean
    }
  /** `labels` and `width` are the least widths of the labels and of the names of facts. */
  | { kind: 'findings'; findings: readonly FindingEntry[]; labels?: number; width?: number; filter?: Filter }
  /** A page marks lines by their index, and has a button that copies the text if `copies` says what it copies. */
  | { kind: 'code'; text: string; language?: string; marked?: readonly number[]; copies?: string }
  | Section
  | Picture

/** A verdict, which stands before everything else. The title of the document says it in a sentence. */
export interface Conclusion {
  result: 'good' | 'failure' | 'unjudged' | 'error' | 'stopped'
  of: Text
  further: readonly Text[]
  figures: ReadonlyArray<{ main: Text; rest: Text }>
  facts: readonly Fact[]
}

/** The content of a view in its order, whatever form it is printed in. */
export interface Document {
  /** The title of a page and of a text in Markdown. A terminal does not show it. */
  title: Text
  /** The subject of the document, in a line. */
  lead?: Text
  verdict?: Conclusion
  blocks: readonly Block[]
}

/** A line break where there is room for one, such as in a cell. */
export const lineBreak: Text = { kind: 'break' }

export const code = (text: string, most = 300): Text => ({ kind: 'code', text, most })

export const words = (text: string, most = 1000): Text => ({ kind: 'words', text, most })

export const toned = (tone: Tone, text: Text): Text => ({ kind: 'toned', tone, text })

export const fact = (name: string, ...values: readonly Text[]): Fact => ({ name, values })

export const paragraph = (...lines: readonly Text[]): Block => ({ kind: 'paragraph', lines })

export const link = (to: string, text: Text): Text => ({ kind: 'link', text, to })

export const bar = (shares: readonly Share[]): Text => ({ kind: 'bar', shares })

export const folded = (title: Text, ...blocks: readonly Block[]): Section => ({
  ...section(title, ...blocks),
  folded: true,
})

/** Joins texts, such as the ids of a list, with a separator. */
export const joined = (texts: readonly Text[], separator: string): Text =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text]))

export const section = (title: Text, ...blocks: readonly Block[]): Section => ({
  kind: 'section',
  title,
  blocks,
})

/** A section that links lead to, on a page. */
export const anchored = (id: string, title: Text, ...blocks: readonly Block[]): Section => ({
  ...section(title, ...blocks),
  id,
})

/** A titled list, or nothing if it would be empty. The number of its items stands beside the title. */
export const listed = (title: string, items: readonly Item[]): Block[] =>
  items.length === 0 ? [] : [section(`${title} (${items.length})`, { kind: 'list', items })]

export type Readable = Exclude<Block, Picture>

/** The blocks that can be read from top to bottom in a form: without pictures, and details only as far as they fit. */
export const readable = (blocks: readonly Block[], form: 'markdown' | 'text'): Readable[] =>
  blocks.filter((block): block is Readable => {
    const onlyIn = block.kind === 'section' ? block.onlyIn : undefined
    return block.kind !== 'picture' && (onlyIn === undefined || (onlyIn === 'files' && form === 'markdown'))
  })
