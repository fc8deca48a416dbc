/**
 * The script of the page. It copies commands, filters lists and opens the part that a link leads to. The page says the
 * same without it, so elements that need the script are hidden until it runs. It reads texts and never turns them into
 * markup.
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
