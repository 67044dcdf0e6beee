// The board of Crumbs: the water, a row for each player, and the viewer's hand. "Draw a board" in the guide explains it.

export const complete = true

export function prompt(words, view, legal) {
  return legal.length > 0 ? { title: words.text('prompt.send'), help: words.text('prompt.help') } : undefined
}

export function mount(host, table, position) {
  const water = host.appendChild(made('p', 'water'))
  const players = host.appendChild(made('ul', 'players'))
  const hand = host.appendChild(made('div', 'hand'))
  hand.setAttribute('role', 'group')

  function show({ view, seats, seat, legal, chosen, happened, settings }) {
    water.textContent = table.text('board.water', { crumbs: view.crumbs })
    const shown = settings.motion && happened.length > 0 && Object.values(view.players).every((one) => !one.chosen)
    players.replaceChildren(...seats.map((one) => row(one, view, shown)))

    const own = seat === undefined ? undefined : view.players[seat]
    hand.setAttribute('aria-label', table.text('view.hand'))
    hand.replaceChildren(
      ...[...new Set(own?.hand)].map((duck) => {
        const move = legal.find((one) => one.duck === duck)
        const count = own.hand.filter((one) => one === duck).length
        const card = made('button', 'duck', count > 1 ? `${duck} ×${count}` : duck)
        card.setAttribute('aria-label', table.move({ type: 'send', duck }))
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
  function row({ seat, name, colour }, view, shown) {
    const { points, chosen } = view.players[seat]
    const item = made('li')
    item.style.setProperty('--colour', `var(--seat-${colour})`)
    const duck = made('span', chosen ? 'duck back' : 'duck', chosen ? '?' : (view.last[seat] ?? ''))
    if (chosen) duck.role = 'img'
    if (chosen) duck.ariaLabel = table.text('view.chosen')
    if (shown) duck.classList.add('new')
    if (!chosen && view.last.filter((one) => one === view.last[seat]).length > 1) duck.classList.add('clash')
    item.append(duck, made('span', 'name', name), made('strong', '', `${table.text('view.points')}: ${points}`))
    return item
  }

  show(position)
  return { update: show }
}

function made(name, className = '', text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
