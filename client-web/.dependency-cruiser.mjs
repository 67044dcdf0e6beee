/** Who may import whom in the client: a room imports those below it, and no others. `npm run layers` checks it. */

/** The rooms, as patterns of paths in `src`, from the top to the ground. Those in one line don’t know each other. */
const LAYERS = [
  ['main\\.ts', 'start\\.ts', 'early\\.ts', 'worker/'],
  ['App\\.svelte'],
  ['pages/'],
  ['lobby/', 'table/page/'],
  ['table/history/', 'table/open/', 'table/phone/', 'table/scoring/', 'table/seats/'],
  ['table/actionbar/', 'table/why/'],
  ['table/model/'],
  ['features/'],
  ['games/'],
  ['board/'],
  ['ui/'],
  ['motion/'],
  ['state/[^/]+$'],
  ['state/table/'],
  ['net/'],
  ['i18n/'],
  ['browser/', 'wire/'],
]

const at = (rooms) => `^src/(${rooms.join('|')})`
const TESTS = '\\.(test|fixture)\\.ts$|^src/test/'

const layers = LAYERS.slice(1).flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `above-${room.replaceAll(/\W/g, '')}`,
    comment: 'Imports point down. What both need belongs in a room below, and what is told upwards goes by a callback.',
    severity: 'error',
    from: { path: at([room]), pathNot: TESTS },
    to: { path: at([...LAYERS.slice(0, floor + 1).flat(), ...rooms.filter((other) => other !== room)]) },
  })),
)

export default {
  forbidden: [
    ...layers,
    {
      name: 'a-room-without-a-floor',
      comment: 'LAYERS says where each room stands; this one is not among them.',
      severity: 'error',
      from: { path: '^src/', pathNot: [at(LAYERS.flat()), TESTS] },
      to: {},
    },
    {
      name: 'no-circle',
      comment: 'Files that import each other can’t be understood, tested or moved one by one.',
      severity: 'error',
      // A component may show itself within itself.
      from: { pathNot: '^src/board/generic/ViewTree\\.svelte$' },
      to: { circular: true },
    },
    {
      name: 'games-apart',
      comment: 'A game knows no other game.',
      severity: 'error',
      from: { path: '^src/games/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/games/[^/]+/', pathNot: '^src/games/$1/' },
    },
    {
      name: 'no-game-in-the-frame',
      comment: 'Boards are found, not named.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(games|test)/', TESTS] },
      to: { path: '^src/games/' },
    },
    {
      name: 'games-by-the-contract',
      comment:
        'A game has the contract and what helps to keep it; how the page loads and shows boards is not its matter.',
      severity: 'error',
      from: { path: '^src/games/', pathNot: TESTS },
      to: { path: '^src/board/', pathNot: '^src/board/(contract|fetched|part\\.svelte|spoken/(source|spoken))\\.ts$' },
    },
    {
      name: 'nothing-needs-the-gallery',
      comment: 'The gallery is for those who draw; the page is built without it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^gallery/' },
    },
    {
      name: 'packages-without-a-framework',
      comment: 'Boards of others are made with any framework, or with none.',
      severity: 'error',
      from: { path: '^packages/[^/]+/index\\.ts$' },
      to: { path: '\\.svelte(\\.ts)?$|^node_modules/svelte/', reachable: true },
    },
    {
      name: 'nothing-needs-its-packages',
      comment: 'A package is made of the sources of the page, which has no second way to them.',
      severity: 'error',
      from: { path: '^(src|gallery)/' },
      to: { path: '^packages/' },
    },
    {
      name: 'every-import-is-there',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^~icons/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['svelte', 'import', 'types', 'default'] },
  },
}
