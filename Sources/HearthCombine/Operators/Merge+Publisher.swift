#if !canImport(Darwin)
    extension Publisher {
        /// Publishes the values of both publishers as they arrive. Finishes when both have finished.
        public func merge(with other: Self) -> Publishers.MergeMany<Self> {
            Publishers.MergeMany(self, other)
        }

        /// Publishes the values of both publishers as they arrive. Finishes when both have finished.
        public func merge<B: Publisher>(
            with b: B
        ) -> Publishers.Merge<Self, B>
        where
            B.Output == Output,
            B.Failure == Failure
        {
            Publishers.Merge(self, b)
        }

        /// Publishes the values of all three publishers as they arrive. Finishes when all have finished.
        public func merge<B: Publisher, C: Publisher>(
            with b: B, _ c: C
        ) -> Publishers.Merge3<Self, B, C>
        where
            B.Output == Output, C.Output == Output,
            B.Failure == Failure, C.Failure == Failure
        {
            Publishers.Merge3(self, b, c)
        }

        /// Publishes the values of all four publishers as they arrive. Finishes when all have finished.
        public func merge<B: Publisher, C: Publisher, D: Publisher>(
            with b: B, _ c: C, _ d: D
        ) -> Publishers.Merge4<Self, B, C, D>
        where
            B.Output == Output, C.Output == Output, D.Output == Output,
            B.Failure == Failure, C.Failure == Failure, D.Failure == Failure
        {
            Publishers.Merge4(self, b, c, d)
        }

        /// Publishes the values of all five publishers as they arrive. Finishes when all have finished.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E
        ) -> Publishers.Merge5<Self, B, C, D, E>
        where
            B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output,
            B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure
        {
            Publishers.Merge5(self, b, c, d, e)
        }

        /// Publishes the values of all six publishers as they arrive. Finishes when all have finished.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E, _ f: F
        ) -> Publishers.Merge6<Self, B, C, D, E, F>
        where
            B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output, F.Output == Output,
            B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure
        {
            Publishers.Merge6(self, b, c, d, e, f)
        }

        /// Publishes the values of all seven publishers as they arrive. Finishes when all have finished.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
        ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
        where
            B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output, F.Output == Output,
            G.Output == Output,
            B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
            F.Failure == Failure, G.Failure == Failure
        {
            Publishers.Merge7(self, b, c, d, e, f, g)
        }

        /// Publishes the values of all eight publishers as they arrive. Finishes when all have finished.
        public func merge<
            B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
        >(
            with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
        ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
        where
            B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output, F.Output == Output,
            G.Output == Output, H.Output == Output,
            B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
            F.Failure == Failure, G.Failure == Failure, H.Failure == Failure
        {
            Publishers.Merge8(self, b, c, d, e, f, g, h)
        }
    }
#endif
