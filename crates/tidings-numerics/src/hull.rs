//! The cheapest way in linear time, where a gap's cost is a line in something that grows along the way.
//!
//! Many Monge costs split: cost(a, b) = base(b) + intercept(a) − slope(a)·x(b), with slope and x never falling. Then each
//! node is a straight line over x, the best predecessor is the lowest of them, and the lowest ones form a hull that is
//! walked once: every node enters it once and leaves it once.

/// One node of the way.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Node {
    /// Where it lies on the axis that lines are read off at; never falling.
    pub x: f64,
    /// What any gap that ends here costs.
    pub base: f64,
    /// How much less a gap that begins here costs for every unit of x; never falling.
    pub slope: f64,
    /// What any gap that begins here costs.
    pub intercept: f64,
}

/// Working memory, kept between calls: planning a million sources allocates once.
#[derive(Debug, Clone, Default)]
pub struct Hull {
    /// What it costs to have stopped at each node, stops included.
    pub value: Vec<f64>,
    from: Vec<u32>,
    lines: Vec<(u32, f64, f64)>,
    /// Lines that were compared, for a test of how work grows.
    #[cfg(test)]
    compared: usize,
}

impl Hull {
    /// Finds the cheapest way to every node from the first one, when every stop costs `price`.
    ///
    /// Afterwards [`Hull::value`] holds the cost of stopping at each node (the first costs nothing), and
    /// [`Hull::stops`] the way there. Ties go to the later predecessor.
    ///
    /// ```
    /// use tidings_numerics::hull::{Hull, Node};
    /// // (b − a)² = b² + a² − 2a·b.
    /// let square = |i: usize| {
    ///     let t = i as f64;
    ///     Node { x: t, base: t * t, slope: 2.0 * t, intercept: t * t }
    /// };
    /// let mut hull = Hull::default();
    /// hull.run(&(0..=10).map(square).collect::<Vec<_>>(), 3.0);
    /// assert_eq!(hull.value[10], 5.0 * 3.0 + 5.0 * 4.0);
    /// assert_eq!(hull.stops(10), [2, 4, 6, 8]);
    /// ```
    pub fn run(&mut self, nodes: &[Node], price: f64) {
        self.value.clear();
        self.from.clear();
        self.lines.clear();
        let mut front = 0;
        for (number, node) in nodes.iter().enumerate() {
            let value = if number == 0 {
                0.0
            } else {
                // Read from the front: x never falls, so a line once passed is never the lowest again.
                let read = |&(_, slope, height): &(u32, f64, f64)| height - slope * node.x;
                while front + 1 < self.lines.len()
                    && read(&self.lines[front + 1]) <= read(&self.lines[front])
                {
                    front += 1;
                    #[cfg(test)]
                    {
                        self.compared += 1;
                    }
                }
                self.from.push(self.lines[front].0);
                node.base + price + read(&self.lines[front])
            };
            if number == 0 {
                self.from.push(0);
            }
            self.value.push(value);
            // Fewer than 2³² nodes: weeks of minutes.
            self.enter(number as u32, node.slope, value + node.intercept, front);
        }
    }

    /// The nodes between the first one and `node` on the cheapest way there.
    #[must_use]
    pub fn stops(&self, node: usize) -> Vec<usize> {
        let mut stops = Vec::new();
        let mut at = self.from[node] as usize;
        while at > 0 {
            stops.push(at);
            at = self.from[at] as usize;
        }
        stops.reverse();
        stops
    }

    /// The first stop on the cheapest way to `node`, which is `node` itself when there is none between.
    #[must_use]
    pub fn first_stop(&self, node: usize) -> usize {
        let mut at = node;
        while self.from[at] > 0 {
            at = self.from[at] as usize;
        }
        at
    }

    /// Adds a line at the end of the hull, and drops those that it hides.
    fn enter(&mut self, number: u32, slope: f64, height: f64, front: usize) {
        while self.lines.len() > front + 1 {
            let (_, slope_1, height_1) = self.lines[self.lines.len() - 2];
            let (_, slope_2, height_2) = self.lines[self.lines.len() - 1];
            // The middle line is nowhere lowest when the outer two cross above it.
            let is_hidden = (height - height_1) * (slope_2 - slope_1)
                <= (height_2 - height_1) * (slope - slope_1);
            #[cfg(test)]
            {
                self.compared += 1;
            }
            if !is_hidden {
                break;
            }
            self.lines.pop();
        }
        let last = self.lines.len().wrapping_sub(1);
        match self.lines.get_mut(last) {
            // Parallel lines: the lower one stays, the later one where they are the same.
            Some(only) if only.1 >= slope => {
                if height <= only.2 {
                    *only = (number, slope, height);
                }
            }
            _ => self.lines.push((number, slope, height)),
        }
    }
}

#[cfg(test)]
mod tests;
