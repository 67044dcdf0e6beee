// The board of New Game. "Draw a board" in Partie's guide says what it is given, and what else it can export.

export const complete = true

export function prompt({ game, words }) {
  return game.left > 0 ? { title: words.text('prompt.take') } : undefined
}

/** @type {import('@partie/board').Mount} */
export function mount(host, table, now) {
  const matches = host.appendChild(document.createElement('div'))
  const choices = host.appendChild(document.createElement('div'))
  matches.className = 'matches'
  choices.className = 'choices'

  // Buttons stay and change: one replaced while it is pressed loses the click, and the keyboard its place.
  const buttons = new Map()

  function buttonOf(count) {
    if (!buttons.has(count)) {
      const button = choices.appendChild(document.createElement('button'))
      button.addEventListener('click', () => table.choose(playable(count)))
      buttons.set(count, button)
    }
    return buttons.get(count)
  }

  function playable(count) {
    return now.legal.find((move) => move.count === count)
  }

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
    for (const move of legal) {
      buttonOf(move.count).textContent = words.move(move)
      buttonOf(move.count).setAttribute('aria-pressed', String(chosen?.count === move.count))
    }
    for (const [count, button] of buttons) button.hidden = playable(count) === undefined
  }

  show()
  return { update: show }
}
