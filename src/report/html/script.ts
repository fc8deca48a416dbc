/**
 * All that the page does: it copies commands, filters lists and unfolds what a link leads to. Without it the page says the same, so what needs it is
 * hidden until it runs. It reads texts and never makes markup of them.
 */
export const script = `
const said = document.getElementById('said')

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const code = document.getElementById(button.dataset.copy)
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

const unfold = () => {
  const linked = document.querySelector(':target')
  for (let one = linked?.closest('details'); one; one = one.parentElement.closest('details')) one.open = true
  linked?.scrollIntoView({ behavior: 'instant' })
}
addEventListener('hashchange', unfold)
unfold()

for (const filter of document.querySelectorAll('[data-filters]')) {
  const items = [...document.getElementById(filter.dataset.filters).querySelectorAll('[data-item]')]
  const [words, kind] = [filter.querySelector('input'), filter.querySelector('select')]
  const count = filter.querySelector('output')
  let texts
  const narrow = () => {
    texts ??= items.map((item) => (item.querySelector('[data-words]') ?? item).textContent.toLowerCase())
    const wanted = words.value.trim().toLowerCase()
    let shown = 0
    for (const [index, item] of items.entries()) {
      const isOfKind = !kind || kind.value === '' || item.dataset.item === kind.value
      item.hidden = !(isOfKind && texts[index].includes(wanted))
      if (!item.hidden) shown++
    }
    count.textContent = shown + ' of ' + items.length
  }
  filter.hidden = false
  filter.addEventListener('input', narrow)
}
`
