/**
 * The script of every page. It copies commands, filters and groups lists, goes from failure to failure and opens the part
 * that a link leads to. The page says the same without it, so elements that need the script are hidden until it runs. It
 * reads texts and never turns them into markup.
 */
export const script = `
const said = document.getElementById('said')

for (const button of document.querySelectorAll('button[data-copies]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const code = button.previousElementSibling
    try {
      await navigator.clipboard.writeText(code.textContent)
      said.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      said.textContent = 'Selected: copy it with the keyboard'
    }
    button.classList.add('done')
    setTimeout(() => {
      button.classList.remove('done')
      said.textContent = ''
    }, 2000)
  })
}

let acts = 0
for (const kind of ['pointerdown', 'wheel', 'keydown']) addEventListener(kind, () => acts++, { capture: true, passive: true })

// Items are laid out when they come onto the screen, and move everything below them. The script therefore
// scrolls again until the place stays, or until the reader does something.
const goTo = (place, left = 20) => {
  place.scrollIntoView({ behavior: 'instant' })
  const [{ top }, before] = [place.getBoundingClientRect(), acts]
  const look = () => {
    const hasMoved = Math.abs(place.getBoundingClientRect().top - top) > 1
    if (left > 0 && acts === before && hasMoved) goTo(place, left - 1)
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
}

const unfold = () => {
  const linked = document.querySelector(':target')
  if (!linked) return
  for (let one = linked.closest('details'); one; one = one.parentElement.closest('details')) one.open = true
  goTo(linked)
}
addEventListener('hashchange', unfold)
// Only then is the target of the page's own address known.
addEventListener('load', unfold)

const textOf = (item) => {
  const words = [...item.querySelectorAll('[data-words]')]
  return (words.length > 0 ? words : [item]).map((one) => one.textContent).join(' ').toLowerCase()
}

for (const filter of document.querySelectorAll('[data-filters]')) {
  const list = document.getElementById(filter.dataset.filters)
  const items = [...list.querySelectorAll('[data-item]')]
  const [words, kind, grouping] = ['input', '[name=kind]', '[name=grouping]'].map((one) => filter.querySelector(one))
  const count = filter.querySelector('output')
  let headings = []
  let texts
  const narrow = () => {
    texts ??= items.map(textOf)
    const wanted = words.value.trim().toLowerCase()
    let shown = 0
    for (const [index, item] of items.entries()) {
      const isOfKind = !kind || kind.value === '' || item.dataset.item === kind.value
      item.hidden = !(isOfKind && texts[index].includes(wanted))
      if (!item.hidden) shown++
    }
    for (const { heading, members } of headings) heading.hidden = members.every(({ hidden }) => hidden)
    count.textContent = shown + ' of ' + items.length
  }
  const group = () => {
    for (const { heading } of headings) heading.remove()
    headings = []
    const groups = new Map()
    for (const item of items) {
      const name = grouping.value === '' ? '' : item.dataset.group
      groups.set(name, [...(groups.get(name) ?? []), item])
    }
    for (const name of [...groups.keys()].sort()) {
      const members = groups.get(name)
      if (name !== '') {
        const heading = document.createElement('p')
        heading.className = 'group'
        heading.textContent = name + ' (' + members.length + ')'
        headings.push({ heading, members })
        list.append(heading)
      }
      list.append(...members)
    }
    narrow()
  }
  filter.hidden = false
  count.textContent = items.length + ' of ' + items.length
  filter.addEventListener('input', narrow)
  grouping?.addEventListener('change', group)
}

// With Alt, because a key alone would also act when somebody dictates.
const steps = { ArrowDown: 1, ArrowUp: -1 }
const step = (by) => {
  const failures = [...document.querySelectorAll('.finding.failure')].filter((one) => !one.hidden)
  if (failures.length === 0) return
  const at = failures.indexOf(document.activeElement.closest('.finding'))
  const next = failures.at(at < 0 && by < 0 ? -1 : (at + by) % failures.length)
  next.focus({ preventScroll: true })
  goTo(next)
}
addEventListener('keydown', (event) => {
  if (!event.altKey || !(event.key in steps)) return
  event.preventDefault()
  step(steps[event.key])
})
for (const button of document.querySelectorAll('button[data-steps]')) {
  button.parentElement.hidden = false
  button.addEventListener('click', () => step(Number(button.dataset.steps)))
}
`
