/**
 * All that the page does: it copies commands and filters lists. Without it the page says the same, so what needs it is
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

for (const filter of document.querySelectorAll('[data-filters]')) {
  const items = [...document.getElementById(filter.dataset.filters).querySelectorAll('[data-item]')]
  const [words, kind] = [filter.querySelector('input'), filter.querySelector('select')]
  const count = filter.querySelector('output')
  const wanted = (item) =>
    (!kind || kind.value === '' || item.dataset.item === kind.value) &&
    item.textContent.toLowerCase().includes(words.value.trim().toLowerCase())
  const narrow = () => {
    for (const item of items) item.hidden = !wanted(item)
    count.textContent = items.filter((item) => !item.hidden).length + ' of ' + items.length
  }
  filter.hidden = false
  filter.addEventListener('input', narrow)
}
`
