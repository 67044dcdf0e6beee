// The board of Hex: one SVG, without any framework. What a board is given: client-web/src/board/contract.ts.

const SVG = 'http://www.w3.org/2000/svg'
const COLUMNS = 'abcdefghijk'
const [WIDTH, HEIGHT] = [52, 45] // of a field, and from row to row

export const complete = true

export function prompt({ game, words }) {
  if (game.over) return undefined
  return { title: words.text('prompt.place'), help: words.text(game.turn === 0 ? 'prompt.rows' : 'prompt.columns') }
}

export function mount(host, table, now) {
  const svg = host.appendChild(drawn('svg', { class: 'board', role: 'group' }))
  const swap = host.appendChild(document.createElement('button'))
  swap.className = 'swap'
  let [focus, size] = ['a1', 0]
  const cells = new Map()

  swap.addEventListener('click', () => table.choose({ type: 'swap' }))

  /** Fields lie on the board once; what lies on them changes. */
  function build() {
    size = now.game.size
    cells.clear()
    const [wide, high] = [(size + (size - 1) / 2) * WIDTH, (size - 1) * HEIGHT + 60]
    svg.setAttribute('viewBox', `-14 -14 ${wide + 28} ${high + 28}`)
    svg.replaceChildren(...edges())
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const field = `${COLUMNS[column]}${row + 1}`
        const [x, y] = middle(column, row)
        const cell = svg.appendChild(drawn('g', { class: 'field', role: 'button', transform: `translate(${x} ${y})` }))
        cell.append(drawn('polygon', { points: corners(25) }), drawn('circle', { r: 17 }))
        cell.addEventListener('click', () => play(field))
        cell.addEventListener('pointerenter', () => table.preview(playable(field)))
        cell.addEventListener('pointerleave', () => table.preview(undefined))
        cell.addEventListener('keydown', (event) => key(event, column, row))
        cells.set(field, cell)
      }
  }

  function edges() {
    const at = (column, row, x, y) => middle(column, row).map((value, axis) => value + [x, y][axis] * 31).join(' ')
    const last = size - 1
    const line = (seat, from, to) => coloured(drawn('path', { class: 'edge', d: `M${from}L${to}` }), seat)
    return [
      line(0, at(0, 0, -0.5, -1), at(last, 0, 0.5, -1)),
      line(0, at(0, last, -0.5, 1), at(last, last, 0.5, 1)),
      line(1, at(0, 0, -1, -0.3), at(0, last, -1, 0.3)),
      line(1, at(last, 0, 1, -0.3), at(last, last, 1, 0.3)),
    ]
  }

  function coloured(element, seat) {
    element.style.setProperty('--stone', `var(--seat-${now.players[seat].colour})`)
    return element
  }

  /** Stones are the players' discs: colours alone don't tell them apart. */
  function lay(cell, colour) {
    if (cell.dataset.stone === colour) return
    cell.dataset.stone = colour
    cell.querySelector('svg')?.remove()
    if (colour === '') return
    const stone = cell.appendChild(table.disc(colour, 38))
    stone.setAttribute('x', -19)
    stone.setAttribute('y', -19)
  }

  const playable = (field) => now.legal.find((move) => move.type === 'place' && move.field === field)

  function play(field) {
    const move = playable(field)
    if (move !== undefined) table.choose(move)
  }

  function key(event, column, row) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]
    if (step !== undefined) {
      const next = cells.get(`${COLUMNS[column + step[0]]}${row + step[1] + 1}`)
      if (next === undefined) return
      focus = `${COLUMNS[column + step[0]]}${row + step[1] + 1}`
      show()
      next.focus()
    } else if (event.key === 'Enter' || event.key === ' ') play(`${COLUMNS[column]}${row + 1}`)
    else return
    event.preventDefault()
  }

  function show() {
    for (const [field, cell] of cells) {
      const seat = now.game.stones[field]
      const chosen = now.chosen?.type === 'place' && now.chosen.field === field
      cell.setAttribute('aria-label', seat === undefined ? field : `${field}: ${now.players[seat].name}`)
      cell.setAttribute('aria-disabled', String(playable(field) === undefined))
      cell.setAttribute('aria-pressed', String(chosen))
      cell.setAttribute('tabindex', field === focus ? '0' : '-1')
      coloured(cell, seat ?? now.people.mine ?? 0)
      lay(cell, seat === undefined ? '' : now.players[seat].colour)
      cell.classList.toggle('stone', seat !== undefined)
      cell.classList.toggle('chosen', chosen)
      cell.classList.toggle('free', playable(field) !== undefined)
      cell.classList.toggle('last', field === now.game.last)
      cell.classList.toggle('lit', now.lit.has(field))
      cell.classList.toggle('new', now.settings.motion && now.happened.length > 0 && field === now.game.last)
    }
    const mine = now.legal.find((move) => move.type === 'swap')
    swap.hidden = mine === undefined
    swap.textContent = now.words.move({ type: 'swap' })
    swap.setAttribute('aria-pressed', String(now.chosen?.type === 'swap'))
  }

  build()
  show()
  return {
    update() {
      if (now.game.size !== size) build()
      show()
    },
  }
}

const middle = (column, row) => [26 + (column + row / 2) * WIDTH, 30 + row * HEIGHT]

function corners(size) {
  const corner = (at) => [Math.sin((at * Math.PI) / 3) * size * 1.16, Math.cos((at * Math.PI) / 3) * size * 1.16]
  return [0, 1, 2, 3, 4, 5].map((at) => corner(at).map((value) => value.toFixed(1)).join(',')).join(' ')
}

function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
