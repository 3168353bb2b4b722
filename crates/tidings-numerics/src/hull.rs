//! Finds the cheapest path in linear time, if the cost of a gap is a line in a quantity that grows along the path.
//!
//! Many Monge costs have the form cost(a, b) = base(b) + intercept(a) − slope(a)·x(b), where slope and x never
//! decrease. Then each node is a straight line over x, the best predecessor is the lowest line, and the lowest lines
//! form a hull that is traversed once: every node enters it once and leaves it once.

/// One node of the path.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Node {
    /// The position on the axis where lines are evaluated. Never decreasing.
    pub x: f64,
    /// The cost of every gap that ends here.
    pub base: f64,
    /// The amount by which a gap that begins here gets cheaper per unit of x. Never decreasing.
    pub slope: f64,
    /// The cost of every gap that begins here.
    pub intercept: f64,
}

/// The solver's working memory, kept between calls, so that planning a million sources allocates once.
#[derive(Debug, Clone, Default)]
pub struct Hull {
    /// The cost of a path that ends at each node, including its stops.
    pub value: Vec<f64>,
    from: Vec<u32>,
    lines: Vec<(u32, f64, f64)>,
    /// The number of compared lines, for a test of how the work grows.
    #[cfg(test)]
    compared: usize,
}

impl Hull {
    /// Finds the cheapest path from the first node to every node, if every stop costs `price`.
    ///
    /// Afterwards [`Hull::value`] contains the cost of stopping at each node (zero for the first), and
    /// [`Hull::stops`] returns the path. Ties go to the later predecessor.
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
                // Evaluate from the front: x never decreases, so a line that was passed is never the lowest again.
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
            // There are fewer than 2³² nodes: a few weeks in minutes.
            self.enter(number as u32, node.slope, value + node.intercept, front);
        }
    }

    /// Returns the nodes between the first one and `node` on the cheapest path.
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

    /// Returns the first stop on the cheapest path to `node`, which is `node` itself if there is none in between.
    #[must_use]
    pub fn first_stop(&self, node: usize) -> usize {
        let mut at = node;
        while self.from[at] > 0 {
            at = self.from[at] as usize;
        }
        at
    }

    /// Adds a line at the end of the hull, and removes the lines that it hides.
    fn enter(&mut self, number: u32, slope: f64, height: f64, front: usize) {
        while self.lines.len() > front + 1 {
            let (_, slope_1, height_1) = self.lines[self.lines.len() - 2];
            let (_, slope_2, height_2) = self.lines[self.lines.len() - 1];
            // The middle line is nowhere the lowest if the outer two cross below it.
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
            // Of parallel lines the lower one stays, and the later one if they are equal.
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
