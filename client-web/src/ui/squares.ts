/** The path of all squares that are set in a pattern of rows, a run of neighbours at once. */
export function squares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .flat()
    .join('')
}

/** Where each run of set squares begins, and how long it is. */
function runs(row: readonly boolean[]): [number, number][] {
  return row.flatMap((set, x): [number, number][] => {
    if (!set || row[x - 1] === true) return []
    const end = row.indexOf(false, x)
    return [[x, (end < 0 ? row.length : end) - x]]
  })
}
