// Where the answer stands on the board: near the target, and on nobody.

const NEAR = 25; // From the target's middle to the label: past its reticle.
const BODY = 18; // Half of a mini.

/**
 * The upper left corner of a label of that size: above the target, else below it, right or left of it, the first
 * place where it covers no mini, or the one where it covers least.
 *
 * `target` and `others` are the middles of squares, `room` is the size of the board.
 */
export function labelPlace({ width, height }, target, others, room) {
  const places = [
    { left: target.x - width / 2, top: target.y - NEAR - height },
    { left: target.x - width / 2, top: target.y + NEAR },
    { left: target.x + NEAR, top: target.y - height / 2 },
    { left: target.x - NEAR - width, top: target.y - height / 2 },
  ].map(({ left, top }) => ({
    left: within(left, room.width - width),
    top: within(top, room.height - height),
  }));
  const covered = places.map((place) => [target, ...others].reduce((sum, mini) => {
    return sum + overlap(place.left, width, mini.x) * overlap(place.top, height, mini.y);
  }, 0));
  return places[covered.indexOf(Math.min(...covered))];
}

function within(start, last) {
  return Math.min(Math.max(start, 2), Math.max(last - 2, 2));
}

/** How much of a mini's body lies in a stretch, along one direction. */
function overlap(start, length, middle) {
  return Math.max(0, Math.min(start + length, middle + BODY) - Math.max(start, middle - BODY));
}
