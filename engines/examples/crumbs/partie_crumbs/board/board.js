// The board of Crumbs: the water, a row for each player, and the viewer's hand. "Draw a board" in the guide explains it.

export const complete = true

export function prompt({ legal, words }) {
  return legal.length > 0 ? { title: words.text('prompt.send'), help: words.text('prompt.help') } : undefined
}

export function mount(host, table, now) {
  const water = host.appendChild(made('p', 'water'))
  const players = host.appendChild(made('ul', 'players'))
  const hand = host.appendChild(made('div', 'hand'))
  hand.setAttribute('role', 'group')
  // Each card is made once and hidden: one replaced while it is pressed loses the click, and the keyboard its place.
  const cards = Array.from({ length: 10 }, (_, at) => cardOf(String(at + 1)))

  function cardOf(duck) {
    const card = hand.appendChild(made('button', 'duck'))
    card.addEventListener('click', () => table.choose(playable(duck)))
    card.addEventListener('pointerenter', () => table.preview(playable(duck)))
    card.addEventListener('pointerleave', () => table.preview(undefined))
    return { duck, card }
  }

  function playable(duck) {
    return now.legal.find((move) => move.duck === duck)
  }

  function show() {
    const { game, players: all, people, chosen, happened, settings, words } = now
    water.textContent = words.text('board.water', { crumbs: game.crumbs })
    const shown = settings.motion && happened.length > 0 && Object.values(game.players).every((one) => !one.chosen)
    players.replaceChildren(...all.map((one) => row(one, game, words, shown)))

    const { hand: ducks = [], duck: sent } = game.players[people.mine] ?? {}
    hand.setAttribute('aria-label', words.text('view.hand'))
    for (const { duck, card } of cards) {
      const count = ducks.filter((one) => one === duck).length
      card.hidden = count === 0
      card.textContent = count > 1 ? `${duck} ×${count}` : duck
      card.ariaLabel = words.move({ type: 'send', duck })
      card.ariaPressed = String(duck === (chosen?.duck ?? sent))
      card.disabled = playable(duck) === undefined
    }
  }

  /** What a player has, and the duck of the last round, or the back of the one that is chosen. */
  function row({ seat, name, colour }, game, words, shown) {
    const { points, chosen } = game.players[seat]
    const item = made('li')
    const duck = made('span', chosen ? 'duck back' : 'duck', chosen ? '?' : (game.last[seat] ?? ''))
    if (chosen) duck.role = 'img'
    if (chosen) duck.ariaLabel = words.text('view.chosen')
    if (shown) duck.classList.add('new')
    if (!chosen && game.last.filter((one) => one === game.last[seat]).length > 1) duck.classList.add('clash')
    const score = made('strong', '', words.text('score', { points }))
    item.append(table.disc(colour, 36), made('span', 'name', name), duck, score)
    return item
  }

  show()
  return { update: show }
}

function made(name, className = '', text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
