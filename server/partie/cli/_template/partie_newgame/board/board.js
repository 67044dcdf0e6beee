// The board of New Game. "Draw a board" in Partie's guide says what it is given, and what else it can export.

export const complete = true

export function prompt(words, view) {
  return view.left > 0 ? { title: words.text('prompt.take') } : undefined
}

export function mount(host, table, position) {
  const matches = host.appendChild(document.createElement('div'))
  const choices = host.appendChild(document.createElement('div'))
  matches.className = 'matches'
  choices.className = 'choices'

  function show({ view, legal, chosen }) {
    matches.setAttribute('role', 'img')
    matches.setAttribute('aria-label', String(view.left))
    matches.replaceChildren(
      ...Array.from({ length: view.left }, (_, at) => {
        const match = document.createElement('i')
        match.classList.toggle('chosen', chosen !== undefined && at >= view.left - chosen.count)
        return match
      }),
    )
    choices.replaceChildren(
      ...legal.map((move) => {
        const button = document.createElement('button')
        button.textContent = table.move(move)
        button.setAttribute('aria-pressed', String(chosen?.count === move.count))
        button.addEventListener('click', () => table.choose(move))
        return button
      }),
    )
  }

  show(position)
  return { update: show }
}
