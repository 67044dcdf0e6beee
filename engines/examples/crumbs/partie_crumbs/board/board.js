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

  function show() {
    const { game, players: all, people, legal, chosen, happened, settings, words } = now
    water.textContent = words.text('board.water', { crumbs: game.crumbs })
    const shown = settings.motion && happened.length > 0 && Object.values(game.players).every((one) => !one.chosen)
    players.replaceChildren(...all.map((one) => row(one, game, words, shown)))

    const own = game.players[people.mine]
    hand.setAttribute('aria-label', words.text('view.hand'))
    hand.replaceChildren(
      ...[...new Set(own?.hand)].map((duck) => {
        const move = legal.find((one) => one.duck === duck)
        const count = own.hand.filter((one) => one === duck).length
        const card = made('button', 'duck', count > 1 ? `${duck} ×${count}` : duck)
        card.setAttribute('aria-label', words.move({ type: 'send', duck }))
        card.setAttribute('aria-pressed', String(duck === (chosen?.duck ?? own.duck)))
        card.disabled = move === undefined
        card.addEventListener('click', () => table.choose(move))
        card.addEventListener('pointerenter', () => table.preview(move))
        card.addEventListener('pointerleave', () => table.preview(undefined))
        return card
      }),
    )
  }

  /** What a player has, and the duck of the last round, or the back of the one that is chosen. */
  function row({ seat, name, colour }, game, words, shown) {
    const { points, chosen } = game.players[seat]
    const item = made('li')
    item.style.setProperty('--colour', `var(--seat-${colour})`)
    const duck = made('span', chosen ? 'duck back' : 'duck', chosen ? '?' : (game.last[seat] ?? ''))
    if (chosen) duck.role = 'img'
    if (chosen) duck.ariaLabel = words.text('view.chosen')
    if (shown) duck.classList.add('new')
    if (!chosen && game.last.filter((one) => one === game.last[seat]).length > 1) duck.classList.add('clash')
    item.append(duck, made('span', 'name', name), made('strong', '', `${words.text('view.points')}: ${points}`))
    return item
  }

  show()
  return { update: show }
}

function made(name, className = '', text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
