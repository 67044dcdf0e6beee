/** The line around a tile, in a square of 100: without the sides where another tile touches it. */
export function frameOf(joinsLeft: boolean, joinsRight: boolean): string {
  const [near, far] = [0.6, 99.4]
  const [west, east] = [joinsLeft ? 0 : near, joinsRight ? 100 : far]
  const bow = 3
  const top = joinsLeft ? `M0 ${near}` : `M${near} ${near + bow}Q${near} ${near} ${near + bow} ${near}`
  const right = joinsRight
    ? `H100M100 ${far}`
    : `H${east - bow}Q${east} ${near} ${east} ${near + bow}V${far - bow}Q${east} ${far} ${east - bow} ${far}`
  return `${top}${right}${joinsLeft ? 'H0' : `H${west + bow}Q${west} ${far} ${west} ${far - bow}V${near + bow}`}`
}
