// The board of New Game. "Draw a board" in Partie's guide says what it is given, and what else it can export.

export const complete = true

export function prompt({ game, words }) {
  return game.left > 0 ? { title: words.text('prompt.take') } : undefined
}

export function mount(host, table, now) {
  const matches = host.appendChild(document.createElement('div'))
  const choices = host.appendChild(document.createElement('div'))
  matches.className = 'matches'
  choices.className = 'choices'

  function show() {
    const { game, words, legal, chosen } = now
    matches.setAttribute('role', 'img')
    matches.setAttribute('aria-label', String(game.left))
    matches.replaceChildren(
      ...Array.from({ length: game.left }, (_, at) => {
        const match = document.createElement('i')
        match.classList.toggle('chosen', chosen !== undefined && at >= game.left - chosen.count)
        return match
      }),
    )
    choices.replaceChildren(
      ...legal.map((move) => {
        const button = document.createElement('button')
        button.textContent = words.move(move)
        button.setAttribute('aria-pressed', String(chosen?.count === move.count))
        button.addEventListener('click', () => table.choose(move))
        return button
      }),
    )
  }

  show()
  return { update: show }
}
